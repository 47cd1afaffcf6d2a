"""Generated from proto/footplate/api/rules by make proto; never edited by hand."""
