"""`footplate play`: a person at the terminal, against bots."""
