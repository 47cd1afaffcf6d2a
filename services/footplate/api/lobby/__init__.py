"""Generated from proto/footplate/api/lobby by make proto; never edited by hand."""
