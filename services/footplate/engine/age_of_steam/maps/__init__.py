"""Maps of Age of Steam: facts only."""
