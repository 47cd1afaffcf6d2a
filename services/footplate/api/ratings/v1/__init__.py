"""Generated from proto/footplate/api/ratings/v1 by make proto; never edited by hand."""
