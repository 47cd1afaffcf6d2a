"""Counted positions: how many ways lead on from them, and in which order they are listed."""
