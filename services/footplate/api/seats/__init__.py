"""Generated from proto/footplate/api/seats by make proto; never edited by hand."""
