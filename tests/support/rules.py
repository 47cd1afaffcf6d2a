"""Citing rules in tests: `@rule("AOS-SHARE-01")` says which rules a test proves; another test counts them."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Marks a test as proof of these rule ids."""
    return pytest.mark.rule(*ids)
