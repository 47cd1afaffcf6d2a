"""The lobby service: accounts, tables and the start of matches."""
