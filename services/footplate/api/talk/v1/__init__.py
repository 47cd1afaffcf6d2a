"""Generated from proto/footplate/api/talk/v1 by make proto; never edited by hand."""
