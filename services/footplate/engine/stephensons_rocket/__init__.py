"""Stephenson's Rocket: the rules of `RULES.md`, one chapter a file; `rules.py` holds the turn and the game."""
