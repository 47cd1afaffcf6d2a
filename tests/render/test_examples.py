"""The pictures that documents show are what the code draws today."""

import pytest

from tests.render.examples import FOLDER, examples


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_picture_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == examples()[name], (
        "the drawing has changed: look at it, then run .venv/bin/python -m tests.render.examples"
    )


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(examples())
