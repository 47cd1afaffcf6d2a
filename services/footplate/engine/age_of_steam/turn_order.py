"""Phase 2: the auction for the player order (AOS-AUC-01 to AOS-AUC-23).

Calls go round; who drops out takes the last free place and pays at once; the last one in is first and pays at the end.
"""

from footplate.engine.age_of_steam.actions import TURN_ORDER, Action, Bid, DropOut, Pass
from footplate.engine.age_of_steam.state import PLAYER_ORDER, Auction, State, with_player
from footplate.engine.errors import IllegalAction
from footplate.engine.questions import AUCTION, Offer, Question


def enter(state: State) -> State:
    """Calls the first living player of the current order (AOS-AUC-02); a player alone is first without an auction."""
    alone = len(state.order) == 1
    auction = None if alone else Auction(state.order, (0,) * len(state.players))
    return state._replace(phase=PLAYER_ORDER, queue=(), auction=auction)


def done(state: State) -> bool:
    """Whether the order is found."""
    return state.auction is None


def actor(state: State) -> int:
    """The seat called now."""
    return _auction(state).left[0]


def legal(state: State) -> list[Action]:
    """Every bid the player called can pay, the pass where it is allowed, and dropping out (AOS-AUC-03)."""
    actions: list[Action] = [Bid(amount) for amount in range(_lowest_bid(state), _cash(state) + 1)]
    if _may_pass(state):
        actions.append(Pass())
    actions.append(DropOut())
    return actions


def check(state: State, action: Action) -> None:
    """Raises IllegalAction when the bid is too low or too high, or the pass is not to be had."""
    if isinstance(action, Bid):
        _check_bid(state, action.amount)
    elif isinstance(action, Pass):
        _check_pass(state)
    elif not isinstance(action, DropOut):
        raise IllegalAction("AOS-DEC-12", "the auction asks for a bid, the Turn Order pass or dropping out")


def forced(state: State) -> Action | None:
    """Dropping out, when neither a bid nor the pass is possible (AOS-AUC-08)."""
    return None if _cash(state) >= _lowest_bid(state) or _may_pass(state) else DropOut()


def default(_state: State) -> Action:
    """Dropping out (AOS-DEC-12)."""
    return DropOut()


def question(state: State) -> Question:
    """The lowest bid, if it can be paid; the pass is free and is lost with the auction (AOS-AUC-05, -06, -10, -14)."""
    lowest = _lowest_bid(state)
    offers = (Offer(lowest, Bid(lowest)),) if lowest <= _cash(state) else ()
    return Question(AUCTION, offers=offers, free=_may_pass(state))


def apply(state: State, action: Action) -> State:
    """Takes the call and turns to the next player in; ends the auction when one is left."""
    auction = _auction(state)
    caller, others = auction.left[0], auction.left[1:]
    if isinstance(action, DropOut):
        return _dropped(state, auction, caller, others)
    if isinstance(action, Pass):
        auction = auction._replace(passed=True)
    else:
        assert isinstance(action, Bid)
        bids = tuple(action.amount if seat == caller else bid for seat, bid in enumerate(auction.bids))
        auction = auction._replace(bids=bids)
    return state._replace(auction=_next_call(state, auction._replace(left=(*others, caller))))


def price_of_drop(state: State) -> int:
    """What the player called pays for dropping out now (AOS-AUC-18 to AOS-AUC-21)."""
    auction = _auction(state)
    bid = auction.bids[auction.left[0]]
    last_two = len(auction.left) == 2
    if not auction.out:
        return bid if last_two and state.rules.two_left_auction == "both_full" else 0
    if last_two:
        return bid
    return (bid + 1) // 2 if state.rules.half_bid_rounding == "up" else bid // 2


def _dropped(state: State, auction: Auction, caller: int, others: tuple[int, ...]) -> State:
    state = _pay(state, caller, price_of_drop(state))
    out = (*auction.out, caller)
    if len(others) > 1:
        return state._replace(auction=_next_call(state, auction._replace(left=others, out=out)))
    first = others[0]
    state = _pay(state, first, auction.bids[first])
    return state._replace(auction=None, order=(first, *reversed(out)))


def _next_call(state: State, auction: Auction) -> Auction:
    """Passes over the highest bidder, whose bid stands without a call (AOS-AUC-07)."""
    called = auction.left[0]
    highest = max(auction.bids)
    if highest and auction.bids[called] == highest and state.rules.high_bidder_call == "stands":
        return auction._replace(left=(*auction.left[1:], called))
    return auction


def _pay(state: State, seat: int, amount: int) -> State:
    player = state.players[seat]
    return with_player(state, seat, player._replace(cash=player.cash - amount))


def _check_bid(state: State, amount: int) -> None:
    auction = _auction(state)
    if amount < 1:
        raise IllegalAction("AOS-AUC-04", f"a bid is at least 1 dollar, not {amount}")
    if amount < _lowest_bid(state):
        own = auction.bids[auction.left[0]] == max(auction.bids)
        code, whose = ("AOS-AUC-07", "own") if own else ("AOS-AUC-05", "highest")
        raise IllegalAction(code, f"a bid of {amount} is not above the {whose} bid of {max(auction.bids)}")
    if amount > _cash(state):
        raise IllegalAction("AOS-AUC-06", f"a bid of {amount} is more than the {_cash(state)} dollars at hand")


def _check_pass(state: State) -> None:
    if state.players[actor(state)].role != TURN_ORDER:
        raise IllegalAction("AOS-AUC-10", "only the player who chose Turn Order in the last turn may pass")
    if _auction(state).passed:
        raise IllegalAction("AOS-AUC-11", "the pass of this auction is used up")


def _may_pass(state: State) -> bool:
    """The role is that of the previous turn: phase 3 has not yet reset it (AOS-AUC-10)."""
    return not _auction(state).passed and state.players[actor(state)].role == TURN_ORDER


def _lowest_bid(state: State) -> int:
    """Above every bid so far (AOS-AUC-05).

    The player called is never the highest bidder, except under `must_raise`, where the own bid is to be raised
    (AOS-AUC-07); so the highest bid of all serves both.
    """
    return max(_auction(state).bids) + 1


def _cash(state: State) -> int:
    return state.players[actor(state)].cash


def _auction(state: State) -> Auction:
    assert state.auction is not None
    return state.auction
