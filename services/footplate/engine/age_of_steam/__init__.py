"""Age of Steam: the rules of `RULES.md`, one chapter a file; `rules.py` holds the turn as a list of phases."""
