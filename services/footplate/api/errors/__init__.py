"""Generated from proto/footplate/api/errors by make proto; never edited by hand."""
