"""Generated from proto/footplate/api/orders/v1 by make proto; never edited by hand."""
