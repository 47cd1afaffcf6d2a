"""Clients of a running platform: the bot in ten lines, a person at the terminal, an onlooker."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from footplate.client import Client, IllegalAction, NotYourSeat, connect
from tests.client import ten_lines_path
from tests.e2e.processes import COMMAND, environment, footplate, left_running, up

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(90)]

Where = tuple[str, str]


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Where]:
    """Addresses of rules and lobby."""
    data = tmp_path_factory.mktemp("platform")
    with up(data) as platform:
        ready = platform.event("ready")
        yield ready["rules"], ready["lobby"]
    assert left_running(data) == []


@pytest.fixture
def client(where: Where) -> Iterator[Client]:
    with connect(*where) as opened:
        opened.accounts.register(f"Tester {id(opened)}")
        yield opened


def waiting_match(client: Client) -> str:
    """A match in which the client's own seat will be asked, and does not answer."""
    table = client.tables.open("age_of_steam", seats=3)
    for _ in range(2):
        client.tables.add_bot(table.table_id, "uniform")
    return client.tables.start(table.table_id)


def test_a_bot_in_ten_lines_plays_a_whole_match(where: Where, tmp_path: Path) -> None:
    command = [sys.executable, str(ten_lines_path()), *where]
    told = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, timeout=80, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert "standings {" in told.stdout


def test_the_example_has_ten_lines() -> None:
    text = ten_lines_path().read_text(encoding="utf-8")
    body = text[text.index("with client.connect") :]
    assert len(body.splitlines()) <= 10


def test_a_person_plays_a_match_to_its_end(where: Where, tmp_path: Path) -> None:
    rules, lobby = where
    arguments = (
        "play",
        "age_of_steam",
        "--bots",
        "uniform",
        "--name",
        "Ann",
        "--yes",
        "--rules",
        rules,
        "--lobby",
        lobby,
    )
    told = footplate(*arguments, data=tmp_path, typed="issue 99\n" + "moves\n1\n" * 300)
    assert (told.returncode, told.stderr) == (0, "")
    assert "AOS-SHARE-03: " in told.stdout
    assert "P1 Ann" in told.stdout
    assert told.stdout.splitlines()[-1].startswith("match m_")


def test_a_person_who_leaves_is_told_where_the_match_goes_on(where: Where, tmp_path: Path) -> None:
    rules, lobby = where
    arguments = ("play", "age_of_steam", "--bots", "uniform", "--rules", rules, "--lobby", lobby)
    told = footplate(*arguments, data=tmp_path, typed="quit\n")
    assert told.returncode == 0
    assert "the match goes on without you: footplate watch m_" in told.stdout


def test_an_onlooker_sees_every_entry(where: Where, client: Client, tmp_path: Path) -> None:
    table = client.tables.open("age_of_steam", seats=3, stands=True)
    for level in ("greedy", "uniform", "uniform"):
        client.tables.add_bot(table.table_id, level)
    match_id = client.tables.start(table.table_id)
    rules, lobby = where
    watched = footplate("watch", match_id, "--from", "0", "--json", "--rules", rules, "--lobby", lobby, data=tmp_path)
    assert (watched.returncode, watched.stderr) == (0, "")
    *entries, over = map(json.loads, watched.stdout.splitlines())
    assert [entry["ply"] for entry in entries] == list(range(1, len(entries) + 1))
    assert over["ply"] == len(entries)
    seen = [entry.text for entry in client.matches.watch(match_id)]
    assert seen == [entry["text"] for entry in entries]
    assert client.matches.record(match_id).finished


def test_an_onlooker_who_has_seen_enough_leaves_quietly(where: Where, client: Client, tmp_path: Path) -> None:
    match_id = waiting_match(client)
    rules, lobby = where
    command = [*COMMAND, "watch", match_id, "--from", "0", "--rules", rules, "--lobby", lobby]
    with subprocess.Popen(
        command, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().startswith("turn 1 of 10: ")
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 130
        assert watching.stderr is not None
        assert watching.stderr.read().strip() == ""


def test_an_unknown_match_is_one_line(where: Where, tmp_path: Path) -> None:
    rules, lobby = where
    told = footplate("watch", "m_none", "--rules", rules, "--lobby", lobby, data=tmp_path)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == "footplate: UNKNOWN_MATCH: there is no match 'm_none'\n"


def test_the_services_refuse_as_the_client_says(client: Client) -> None:
    match_id = waiting_match(client)
    for update in client.matches.follow(match_id):
        if update.view.to_act == 0:
            break
    ply = update.view.ply
    with pytest.raises(IllegalAction) as illegal:
        client.matches.submit(match_id, "issue 99", expected_ply=ply)
    assert illegal.value.rule_id == "AOS-SHARE-03"
    with pytest.raises(NotYourSeat):
        client.matches.submit(match_id, "issue 1", expected_ply=ply, seat=1)
    answer = client.matches.submit(match_id, "issue 1", expected_ply=ply, request_id="once")
    again = client.matches.submit(match_id, "issue 1", expected_ply=ply, request_id="once")
    assert answer == again


def test_a_match_of_bots_is_rated_and_the_leaderboard_shows_it(where: Where, client: Client, tmp_path: Path) -> None:
    game, levels = "age_of_steam", ("greedy", "uniform", "uniform")
    before = rated_matches(client, game)
    table = client.tables.open(game, seats=3, stands=True)
    for level in levels:
        client.tables.add_bot(table.table_id, level)
    client.tables.start(table.table_id)
    *_, finished = client.tables.watch(table.table_id)
    expected = {seat.account_id: before.get(seat.account_id, 0) + 1 for seat in finished.setup.seats}
    until = time.monotonic() + 10
    while not expected.items() <= rated_matches(client, game).items() and time.monotonic() < until:
        time.sleep(0.05)
    rules, lobby = where
    arguments = ("leaderboard", game, "--players", "3", "--json", "--rules", rules, "--lobby", lobby)
    shown = [json.loads(line) for line in footplate(*arguments, data=tmp_path).stdout.splitlines()]
    assert {entry["account"]: entry["matches"] for entry in shown}.items() >= expected.items()
    assert {entry["level"] for entry in shown} >= set(levels)
    assert [entry["points"] for entry in shown] == sorted((entry["points"] for entry in shown), reverse=True)


def rated_matches(client: Client, game: str) -> dict[str, int]:
    """How many matches of three count for each account."""
    return {entry.account_id: entry.rating.matches for entry in client.ratings.leaderboard(game, players=3)}
