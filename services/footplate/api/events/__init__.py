"""Generated from proto/footplate/api/events by make proto; never edited by hand."""
