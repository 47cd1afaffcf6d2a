"""Generated from proto/footplate/api/talk by make proto; never edited by hand."""
