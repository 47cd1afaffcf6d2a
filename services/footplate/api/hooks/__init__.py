"""Generated from proto/footplate/api/hooks by make proto; never edited by hand."""
