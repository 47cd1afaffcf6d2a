"""Generated from proto/footplate/api/seats/v1 by make proto; never edited by hand."""
