"""Whole runs of the platform, as processes."""
