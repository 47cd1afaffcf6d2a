"""Generated from proto/footplate/api/common/v1 by make proto; never edited by hand."""
