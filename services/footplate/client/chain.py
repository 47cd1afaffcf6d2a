"""The chain of hashes over a match, checked as entries come in: nothing can be slipped in, left out or changed."""

from footplate.api.match.v1 import log_entry_pb2, match_view_pb2
from footplate.client.errors import ChainBroken
from footplate.engine.chain import first_hash, next_hash
from footplate.engine.errors import RulesError
from footplate.engine.record import opening_text
from footplate.engine.registry import games
from footplate.wire.match import decode_opening


class Chain:
    """How far a match was seen, and the hash there. `ply`: entries seen, or to be passed over."""

    def __init__(self, match_id: str, ply: int = 0) -> None:
        self.ply = ply
        self._match_id = match_id
        self._hash = ""

    def see(self, view: match_view_pb2.MatchView) -> None:
        """Take the hash of a position as the beginning, or check it against what was seen. Raises ChainBroken."""
        if view.ply != self.ply:
            raise self._broken(view.ply, f"a position was sent where that at ply {self.ply} is due")
        if not self._hash:
            self._hash = self._opening(view) if view.ply == 0 else view.chain_hash
        if view.chain_hash != self._hash:
            raise self._broken(view.ply, f"the hash of the position is {view.chain_hash}, not {self._hash}")

    def add(self, entry: log_entry_pb2.LogEntry) -> bool:
        """Check the next entry; False for one that was seen before. Raises ChainBroken."""
        if entry.ply <= self.ply:
            return False
        if entry.ply != self.ply + 1:
            raise self._broken(entry.ply, f"entry {self.ply + 1} is missing before it")
        if not self._hash:
            raise self._broken(entry.ply, "an entry was sent before the position to start from")
        due = next_hash(self._hash, entry.ply, entry.actor, entry.text)
        if entry.chain_hash != due:
            raise self._broken(entry.ply, f"the hash of the entry is {entry.chain_hash}, not {due}")
        self.ply, self._hash = entry.ply, due
        return True

    def _opening(self, view: match_view_pb2.MatchView) -> str:
        """The hash before the first entry, made from the header where the game and its version are known here."""
        game = games().get(view.setup.game)
        if game is None or game.info.rules_version != view.rules_version:
            return view.chain_hash
        try:
            return first_hash(opening_text(decode_opening(game, view)))
        except RulesError as error:
            raise self._broken(0, f"the header makes no sense: {error}") from None

    def _broken(self, ply: int, message: str) -> ChainBroken:
        return ChainBroken(self._match_id, ply, message)
