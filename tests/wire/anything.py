"""Whatever a client may send in a typed action: fields of the right type that are often sensible and sometimes not."""

from collections.abc import Sequence
from typing import Any, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

NUMBERS = st.one_of(st.integers(-1, 7), st.integers(-(2**31), 2**31 - 1))

M = TypeVar("M", bound=Message)


def anything(action: type[M], words: Sequence[str]) -> st.SearchStrategy[M]:
    """Actions of one game, each of a kind and else with anything inside; texts are some of these words."""
    descriptor: Any = action.DESCRIPTOR  # of one of two classes, as protobuf was built
    kinds: Sequence[FieldDescriptor] = tuple(descriptor.fields)

    @st.composite
    def made(draw: st.DrawFn) -> M:
        message = action()
        field = draw(st.sampled_from(kinds))
        _fill(message, {field.name: draw(_values(field, st.sampled_from(words)))})
        return message

    return made()


def _fields(descriptor: Descriptor, words: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    optional = {field.name: _values(field, words) for field in descriptor.fields}
    return st.fixed_dictionaries({}, optional=optional)


def _values(field: FieldDescriptor, words: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    one: st.SearchStrategy[Any]
    if field.message_type is not None:
        one = _fields(field.message_type, words)
    elif field.type == FieldDescriptor.TYPE_STRING:
        one = words
    else:
        one = NUMBERS
    return st.lists(one, max_size=4) if field.is_repeated else one


def _fill(message: Message, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        if isinstance(value, dict):
            getattr(message, name).SetInParent()
            _fill(getattr(message, name), value)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, dict):
                    _fill(getattr(message, name).add(), item)
                else:
                    getattr(message, name).append(item)
        else:
            setattr(message, name, value)
