"""Generated from proto/footplate/api/stephensons_rocket/v1 by make proto; never edited by hand."""
