"""Generated from proto/footplate/api by make proto; never edited by hand."""
