"""Bot brains: pure functions from what a seat may know to the action it takes."""
