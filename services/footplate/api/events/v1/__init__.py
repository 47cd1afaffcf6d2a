"""Generated from proto/footplate/api/events/v1 by make proto; never edited by hand."""
