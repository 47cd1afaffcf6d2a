"""Generated from proto/footplate/api/errors/v1 by make proto; never edited by hand."""
