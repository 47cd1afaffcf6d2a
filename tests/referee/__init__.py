"""A second referee for Age of Steam, slow and simple, written from the rules text alone to check the engine against.

It shares no code and no data with the engine: board, tiles, track search, legality, deliveries and payments are its
own. `text.py` alone knows how the engine writes a position down.
"""
