"""Names: what may be in them, and which count as the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.errors import BadRequest
from footplate.lobby.names import LONGEST, display_name, name_key, tidy, visible


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("José", "jose"),
        ("Jose\u0301", "José"),
        ("Ann Lee", "annlee"),
        ("Ann   Lee", " Ann Lee "),
        ("ﬁne", "FINE"),
        ("Ｆｕｌｌ", "full"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("x²", "x2"),
        ("K", "k"),  # the Kelvin sign
    ],
)
def test_these_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Bob1", "Bob2"), ("कि", "कु"), ("日本", "日木"), ("a-b", "ab")]
)
def test_these_are_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["A", "Ann Lee", "Jürgen", "山田太郎", "कबीर", "x" * LONGEST, "🚂", "O'Neil (2)"])
def test_a_good_name_stays_as_it_is(name: str) -> None:
    assert display_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * (LONGEST + 1),
        "greedy #1",
        "Ann\u200b",
        "An\u00adn",
        "Ann\ufe0f",
        "\u3164",
        "A\u034fnn",
        "Ann\u202e",
        "An\x00n",
        "\u0301",
        "a\ue000",
    ],
)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(BadRequest) as caught:
        display_name(name)
    assert caught.value.data["field"] == "display_name"


@given(st.text(max_size=40))
def test_any_text_is_refused_or_becomes_a_stable_name(text: str) -> None:
    try:
        name = display_name(text)
    except BadRequest:
        return
    assert 1 <= len(name) <= LONGEST
    assert display_name(name) == name
    assert visible(name)
    assert name_key(name) == name_key(text)
    assert name_key(name)


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    key = name_key(text)
    assert name_key(key) == key
    assert not any(char.isspace() or unicodedata.combining(char) for char in key)


@given(st.text(), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_how_a_text_is_composed_makes_no_other_name(text: str, form: str) -> None:
    assert name_key(unicodedata.normalize(form, text)) == name_key(text)  # type: ignore[arg-type] # one of four words


@given(st.text(st.characters(categories=["L", "N"])))
def test_case_makes_no_other_name(text: str) -> None:
    assert name_key(text.casefold()) == name_key(text)


@given(st.text())
def test_a_tidy_text_stays_tidy(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
