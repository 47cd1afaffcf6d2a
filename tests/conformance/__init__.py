"""One suite every game must pass; see `suite`."""
