"""A position as text for the terminal and as SVG; pure."""
