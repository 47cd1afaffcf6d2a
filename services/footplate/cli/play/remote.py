"""A table of the running services: the lobby seats, the rules service referees, the workers play the bots."""

from collections.abc import Iterator, Sequence

from footplate.cli.failures import CliError
from footplate.cli.seen import Seen, seen_of
from footplate.client import Client
from footplate.engine.game import AnyGame, Setup


def open_match(client: Client, setup: Setup, levels: Sequence[str], *, stands: bool = False) -> str:
    """Open a table, seat bots of these levels, start; the id of the match. `stands`: the account takes no seat.

    Raises CliError when the lobby cannot get the match started.
    """
    table = client.tables.open(
        setup.game, seats=setup.seats, map=setup.map, preset=setup.preset, options=dict(setup.options), stands=stands
    )
    for level in levels:
        client.tables.add_bot(table.table_id, level)
    match_id = client.tables.start(table.table_id)
    if not match_id:
        raise CliError(f"the match of table {table.table_id} could not be started; the log of the lobby says why")
    return match_id


class RemoteTable:
    """The match of a person, whose account the client speaks for."""

    def __init__(self, client: Client, game: AnyGame, match_id: str, watch_line: str) -> None:
        self._client = client
        self._game = game
        self._match_id = match_id
        self._watch_line = watch_line
        view = client.matches.get(match_id)
        own = client.accounts.own_id()
        self._start = view.head_ply
        self.seat = next(seat.seat for seat in view.setup.seats if seat.account_id == own)

    def positions(self) -> Iterator[Seen]:
        """See `table.Table`."""
        for update in self._client.matches.follow(self._match_id, self._start, seat=self.seat):
            yield seen_of(self._game, update)

    def play(self, seen: Seen, action: str) -> None:
        """See `table.Table`."""
        self._client.matches.submit(self._match_id, action, expected_ply=seen.ply, seat=self.seat)

    def farewell(self, *, finished: bool) -> str:
        """Where to see it again."""
        return f"match {self._match_id}" if finished else f"the match goes on without you: {self._watch_line}"
