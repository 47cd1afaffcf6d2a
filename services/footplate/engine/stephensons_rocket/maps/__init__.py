"""Boards of Stephenson's Rocket: facts only."""
