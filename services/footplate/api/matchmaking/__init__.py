"""Generated from proto/footplate/api/matchmaking by make proto; never edited by hand."""
