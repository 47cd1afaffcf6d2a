"""The colours of every drawing, as hex triplets: one place, so that the terminal and the pictures agree.

Seats have colours that people with any of the common colour deficiencies can tell apart; even so nothing is told by
colour alone: seats carry their number and goods their letter wherever they are drawn.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SEATS: Final = ("#E69F00", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#0072B2")
"""By seat; the set of Okabe and Ito, in which every pair differs in brightness or along the blue-yellow axis."""
UNOWNED: Final = "#6A6A6A"

INKS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#E5484D", "blue": "#3F7FF0", "purple": "#C58BEB", "yellow": "#C9A800", "black": "#A3A3A3"}
)
"""Goods colours for writing and outlines, readable on dark and on light ground alike."""

FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#D13438", "blue": "#1F55B5", "purple": "#BF86E3", "yellow": "#F0C419", "black": "#3A3A3A"}
)
"""Goods colours for cubes and city hexes."""

ON_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#FFFFFF", "blue": "#FFFFFF", "purple": "#1A1A1A", "yellow": "#1A1A1A", "black": "#FFFFFF"}
)
"""What to write with on each of FILLS."""
