"""How the actions of a game are written: one form for each type, and what texts and order follow from them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from footplate.engine.notation import Source, index_of

Key = tuple[Any, ...]


class Form(NamedTuple):
    """How one type of action is written: its usage, how many words follow the first, its fields as a sort key."""

    action: type
    usage: str
    least: int
    most: int
    write: Callable[[Any], str]
    read: Callable[[Source, list[str]], Any]
    key: Callable[[Any], Key]


def bare(action: object, word: str) -> Form:
    """The form of an action that is one word and nothing else."""
    return Form(type(action), word, 0, 0, lambda _: "", lambda _source, _words: action, lambda _: ())


class Forms:
    """The forms of all actions of a game, in canonical order."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms: Final = tuple(forms)
        self._rank: Final[Mapping[type, int]] = {form.action: rank for rank, form in enumerate(forms)}
        self.kinds: Final = tuple([form.usage.split(" ")[0] for form in forms])
        """The first words of all actions, in canonical order."""
        self._by_word: Final = index_of(self.kinds)

    def kind(self, action: object) -> str:
        """The first word of the text of an action."""
        return self.kinds[self._rank[type(action)]]

    def text(self, action: object) -> str:
        """The canonical text of an action."""
        rank = self._rank[type(action)]
        words = self._forms[rank].write(action)
        return f"{self.kinds[rank]} {words}" if words else self.kinds[rank]

    def parse(self, text: str) -> Any:
        """The action of a text. Only the canonical text is taken, give or take blanks around it; else NotationError."""
        source = Source(text)
        words = source.words()
        form = self._forms[source.choice(words[0], self._by_word, "the first word of an action")]
        if not form.least <= len(words) - 1 <= form.most:
            raise source.error(text, f"this action is written `{form.usage}`")
        return form.read(source, words[1:])

    def sort_key(self, action: object) -> Key:
        """By type, then field by field. Different actions have different keys."""
        rank = self._rank[type(action)]
        return (rank, *self._forms[rank].key(action))
