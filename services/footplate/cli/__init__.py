"""The footplate command."""
