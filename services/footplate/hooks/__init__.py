"""Web hooks: the process that calls, and what it shares with the lobby, which keeps the hooks of its accounts."""
