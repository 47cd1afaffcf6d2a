"""What the lobby shows of ratings, in its own words. Knows neither gRPC nor Redis."""

from collections.abc import Mapping, Sequence

from footplate.domain.rating import Board, PlayerClass, Rating
from footplate.engine.registry import UnknownGame
from footplate.lobby.accounts import Accounts
from footplate.lobby.ports import Leaderboard, RatingStore, Spot


class Ratings:
    """One method per call. All raise StoreUnavailable. `games`: the ids of all games there are."""

    def __init__(self, store: RatingStore, accounts: Accounts, games: Sequence[str]) -> None:
        self._store = store
        self._accounts = accounts
        self._games = tuple(games)

    async def of_account(self, account_id: str) -> Mapping[Board, Rating]:
        """Every rating of an account, in the order of games and classes. Raises UnknownAccount."""
        account = await self._accounts.get(account_id)
        boards = [Board(game, players) for game in self._games for players in PlayerClass]
        return await self._store.of_account(account.id, boards)

    async def leaderboard(self, board: Board, after: Spot | None, size: int) -> Leaderboard:
        """A part of a board. Raises UnknownGame."""
        if board.game not in self._games:
            raise UnknownGame(board.game, self._games)
        return await self._store.leaderboard(board, after, size)
