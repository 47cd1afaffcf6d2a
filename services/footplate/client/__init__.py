"""SDK for players and third parties: retries, resuming watches, chain checks."""
