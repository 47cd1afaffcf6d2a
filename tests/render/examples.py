"""The pictures in services/footplate/render/examples, drawn from the recorded game.

`.venv/bin/python -m tests.render.examples`, run at the root, draws them anew.
"""

from pathlib import Path

from footplate.render.svg import svg
from footplate.render.terminal import board, plain
from tests.render.positions import GAME_ID, recorded

FOLDER = Path(__file__).parents[2] / "services" / "footplate" / "render" / "examples"


def examples() -> dict[str, str]:
    """The text of each example by its file name."""
    end = recorded()[-1]
    return {
        "age_of_steam.svg": svg(GAME_ID, end),
        "age_of_steam.txt": plain(board(GAME_ID, end)) + "\n",
    }


if __name__ == "__main__":
    for name, text in examples().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
