"""What makes a position good, game by game."""
