"""Generated from proto/footplate/api/matchmaking/v1 by make proto; never edited by hand."""
