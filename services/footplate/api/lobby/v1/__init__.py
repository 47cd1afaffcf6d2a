"""Generated from proto/footplate/api/lobby/v1 by make proto; never edited by hand."""
