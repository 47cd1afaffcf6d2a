"""Small statistics."""

from collections.abc import Sequence
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie; the nearest one that was measured."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(seconds: Sequence[float], unit: float, name: str) -> dict[str, Any]:
    """Mean, median and 99th percentile in a unit (1e6 for microseconds), each key ending with the unit's name."""
    return {
        "count": len(seconds),
        f"mean_{name}": round(sum(seconds) / len(seconds) * unit, 1),
        f"p50_{name}": round(percentile(seconds, 0.5) * unit, 1),
        f"p99_{name}": round(percentile(seconds, 0.99) * unit, 1),
    }
