"""Generated from proto/footplate/api/rules/v1 by make proto; never edited by hand."""
