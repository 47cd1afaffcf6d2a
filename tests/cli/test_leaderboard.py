"""`footplate leaderboard`: what it asks the lobby, and how it shows the answer."""

from collections.abc import Iterator

import pytest

from footplate.domain.errors import StoreUnavailable
from footplate.engine.registry import UnknownGame
from tests.cli.conftest import Call
from tests.client.house import ME, House, open_house


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that the command finds by itself."""
    with open_house() as opened:
        for name in ("RULES", "LOBBY"):
            monkeypatch.setenv(f"FOOTPLATE_{name}_ADDRESS", opened.address)
        monkeypatch.delenv("FOOTPLATE_TOKEN", raising=False)
        yield opened


def test_every_number_of_players_has_a_table_of_its_own(call: Call, house: House) -> None:
    told = call("leaderboard", "pebbles")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        "2 players",
        "      points  matches  won  name",
        "  1.     195        4    3  Ann",
        "  2.     -12        1    0  greedy #1  bot",
        "3 players",
        "      points  matches  won  name",
        "  1.     195        4    3  Ann",
        "  2.     -12        1    0  greedy #1  bot",
        "5+ players",
        "      points  matches  won  name",
        "  1.     195        4    3  Ann",
        "  2.     -12        1    0  greedy #1  bot",
    ]


def test_one_number_of_players_and_the_first_few(call: Call, house: House) -> None:
    told = call("leaderboard", "pebbles", "--players", "3", "--top", "1", "--json")
    [line] = told.lines
    assert line == {
        "players": "3",
        "place": 1,
        "account": ME,
        "name": "Ann",
        "bot": False,
        "level": "",
        "points": 195,
        "mean": 1672.5,
        "deviation": 492.25,
        "matches": 4,
        "wins": 3,
    }
    assert len(house.requests("GetLeaderboard")) == 1


def test_it_asks_as_an_account_of_its_own_or_with_a_token(
    call: Call, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("leaderboard", "pebbles", "--players", "2")
    assert house.requests("Register")[0].display_name.startswith("onlooker-")
    monkeypatch.setenv("FOOTPLATE_TOKEN", "good")
    call("leaderboard", "pebbles", "--players", "2")
    assert len(house.requests("Register")) == 1


def test_a_game_without_rated_matches_is_said_to_have_none(call: Call, house: House) -> None:
    told = call("leaderboard", "pebbles", "--players", "4")
    assert (told.code, told.out) == (0, "no match of it has been rated yet\n")
    assert call("leaderboard", "pebbles", "--players", "4", "--json").out == ""


def test_refusals_are_one_line(call: Call, house: House) -> None:
    house.fail("GetLeaderboard", UnknownGame("chess", ("pebbles",)))
    told = call("leaderboard", "chess")
    assert (told.code, told.out) == (1, "")
    assert told.err == "footplate: UNKNOWN_GAME: no game 'chess'; there are: pebbles\n"
    assert "is not one of" in call("leaderboard", "pebbles", "--players", "1").err


def test_a_lobby_that_is_away_is_told_with_its_address(
    call: Call, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footplate.cli.connecting._PATIENCE_SECONDS", 0.2)
    house.fail("GetLeaderboard", *[StoreUnavailable() for _ in range(9)])
    told = call("leaderboard", "pebbles", "--players", "2")
    assert told.code == 1
    assert house.address in told.err
