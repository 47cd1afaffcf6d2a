"""Generated from proto/footplate/api/match by make proto; never edited by hand."""
