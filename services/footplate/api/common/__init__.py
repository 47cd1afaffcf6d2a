"""Generated from proto/footplate/api/common by make proto; never edited by hand."""
