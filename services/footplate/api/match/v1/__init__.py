"""Generated from proto/footplate/api/match/v1 by make proto; never edited by hand."""
