"""The lobby service: accounts, tables, the start of matches and the ratings."""
