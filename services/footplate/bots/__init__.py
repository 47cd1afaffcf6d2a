"""The waker and the workers that play the bot seats."""
