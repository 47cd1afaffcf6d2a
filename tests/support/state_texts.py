"""State texts taken apart and put together again, whatever the game."""

from footplate.engine.errors import NotationError
from footplate.engine.game import AnyGame


def part(text: str, key: str) -> str:
    """The value of one part."""
    return next(word.partition("=")[2] for word in text.split(" ") if word.startswith(f"{key}="))


def put(text: str, **values: str) -> str:
    """The text with other values of some parts."""
    words = [word.partition("=") for word in text.split(" ")]
    return " ".join(f"{key}{mark}{values.get(key, value)}" for key, mark, value in words)


def refused_or_canonical(game: AnyGame, text: str) -> bool:
    """Whether a text is refused with a quotation from it, or is the canonical text of the position it gives."""
    try:
        state = game.parse_state(text)
    except NotationError as error:
        return error.text == text and error.part in text
    return game.state_text(state) == text.strip(" \t\r\n")
