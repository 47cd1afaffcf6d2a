"""What happens around a game: matches, tables, accounts; pure, and blind to which game it is."""
