"""Generated from proto/footplate/api/hooks/v1 by make proto; never edited by hand."""
