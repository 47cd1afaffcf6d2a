"""Generated from proto/footplate/api/age_of_steam by make proto; never edited by hand."""
