"""Token action (section 8)."""

import pytest

from footplate.engine.stephensons_rocket.actions import TakeToken
from footplate.engine.stephensons_rocket.board import KINDS, kind_text
from footplate.engine.stephensons_rocket.state import tokens_left
from tests.support.rocket import GAME, A, B, act, allows, begin, linked, play, refusal, walk, with_line, with_tokens
from tests.support.rocket_board import CITIES, CITY_TOKENS
from tests.support.rules import rule

INDUSTRIES = ("leather", "steel", "textile", "brewery")


@rule("SR-TOK-01")
def test_a_token_goes_from_the_city_to_the_player() -> None:
    state = act(begin(), B, "token Reading brewery").state
    kind = [kind_text(number) for number in range(24)].index("Reading brewery")
    assert [taken[kind] for taken in state.tokens] == [0, 1, 0]
    assert [sum(taken) for taken in state.tokens] == [0, 1, 0]
    assert tokens_left(state)[kind] == 1


@rule("SR-TOK-01")
def test_an_empty_city_gives_none() -> None:
    state = play(begin(), "token Reading brewery", "token Reading steel", "token Reading brewery")
    assert [refusal(state, f"token Reading {industry}") for industry in INDUSTRIES] == ["SR-TOK-03"] * 4
    assert not [text for text in map(GAME.action_text, GAME.legal_actions(state)) if text.startswith("token Reading")]


@rule("SR-TOK-02")
def test_unlinked_cities_give_tokens() -> None:
    start = begin()
    assert not set().union(*[linked(start, code) for code in ("L&Y", "LSWR", "SER")]) & set(CITIES.values())
    for city, tokens in CITY_TOKENS.items():
        for token in tokens.split(", "):
            assert allows(start, f"token {city} {token.split()[1]}")


@rule("SR-TOK-03")
@pytest.mark.parametrize("city", sorted(CITY_TOKENS))
def test_only_industries_that_lie_there_are_offered(city: str) -> None:
    lying = {token.split()[1]: int(token[0]) for token in CITY_TOKENS[city].split(", ")}
    for industry in INDUSTRIES:
        if industry not in lying:
            assert refusal(begin(), f"token {city} {industry}") == "SR-TOK-03"
            continue
        state = with_tokens(begin(), B, *[f"{city} {industry}"] * (lying[industry] - 1))
        assert allows(state, f"token {city} {industry}")
        state = with_tokens(state, A, f"{city} {industry}")
        assert refusal(state, f"token {city} {industry}") == "SR-TOK-03"


@rule("SR-TOK-04")
def test_a_token_of_a_linked_city_pays_nothing() -> None:
    state = with_line(begin(), "LSWR", "0615 0614")
    assert "Reading" in linked(state, "LSWR")
    done = act(state, A, "token Reading brewery")
    assert done.payouts == ()
    assert done.state.money == (0, 0, 0)


@rule("SR-TOK-05")
def test_taken_tokens_lie_open_and_stay() -> None:
    for step in walk(begin(3), seed=5):
        for seat in range(3):
            more = [now - old for old, now in zip(step.before.tokens[seat], step.after.tokens[seat], strict=True)]
            if isinstance(step.action, TakeToken) and step.actor == seat:
                assert (sum(more), more[KINDS.index((step.action.city, step.action.industry))]) == (1, 1)
            else:
                assert not any(more)
        assert all(GAME.view(step.after, seat).tokens == step.after.tokens for seat in (0, 1, 2, None))
