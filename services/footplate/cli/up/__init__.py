"""`footplate up`: the whole platform on one machine, as real processes."""
