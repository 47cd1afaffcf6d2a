"""The rules service: referees matches and keeps their logs."""
