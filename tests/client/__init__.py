"""Tests of the client, and the example that the README shows."""

from pathlib import Path


def ten_lines_path() -> Path:
    """Where the example lies."""
    return Path(__file__).with_name("ten_lines.py")
