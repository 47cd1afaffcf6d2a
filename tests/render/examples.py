"""The pictures in services/footplate/render/examples: a finished game, and a question in the midst of another.

`.venv/bin/python -m tests.render.examples`, run at the root, draws them anew.
"""

from pathlib import Path

from footplate.render.svg import svg
from footplate.render.terminal import board, plain
from tests.render.positions import GAME_ID, ROCKET_ID, recorded, rocket_asked

FOLDER = Path(__file__).parents[2] / "services" / "footplate" / "render" / "examples"


def examples() -> dict[str, str]:
    """The text of each example by its file name."""
    end, asked = recorded()[-1], rocket_asked("defence", 47)
    return {
        "age_of_steam.svg": svg(GAME_ID, end),
        "age_of_steam.txt": plain(board(GAME_ID, end)) + "\n",
        "stephensons_rocket.svg": svg(ROCKET_ID, asked),
        "stephensons_rocket.txt": plain(board(ROCKET_ID, asked)) + "\n",
    }


if __name__ == "__main__":
    for name, text in examples().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
