"""Generated from proto/footplate/api/ratings by make proto; never edited by hand."""
