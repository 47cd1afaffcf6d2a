"""A second referee for Stephenson's Rocket, slow and simple, written from the rules text alone to check the engine.

It shares no code and no data with the engine: board, legality, veto, payments, mergers and the search for isolated
lines are its own, on hexes that are four digits of text. `text.py` alone knows how the engine writes a position down.
Tests of the referee itself name rules in their docstrings only: the marker is for what is proved of the engine.
"""
