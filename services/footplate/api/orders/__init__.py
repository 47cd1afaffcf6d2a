"""Generated from proto/footplate/api/orders by make proto; never edited by hand."""
