"""Generated from proto/footplate/api/stephensons_rocket by make proto; never edited by hand."""
