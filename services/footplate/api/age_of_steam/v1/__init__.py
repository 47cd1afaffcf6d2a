"""Generated from proto/footplate/api/age_of_steam/v1 by make proto; never edited by hand."""
