"""A position of Age of Steam in protobuf: all there is to draw."""

from typing import Final

from footplate.api.age_of_steam.v1 import view_pb2 as pb
from footplate.engine.age_of_steam import goods_growth
from footplate.engine.age_of_steam.actions import (
    PRODUCTION,
    ROLES,
    TURN_ORDER,
    DrawCubes,
    RollDice,
)
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.scoring import link_pieces
from footplate.engine.age_of_steam.state import INITIAL_ORDER, SELECT_ACTIONS, SETUP, State, holder
from footplate.engine.age_of_steam.urbanize import may_urbanize
from footplate.engine.game import CHANCE
from footplate.engine.hexes import hex_text
from footplate.wire.age_of_steam_board import encode_display, encode_hexes, encode_sections, encode_supply
from footplate.wire.age_of_steam_terms import COLOR_VALUES, PHASE_VALUES, ROLE_VALUES, role_value

MARKERS: Final = 20
"""Ownership markers of a seat under the option `marker_limit` (AOS-COMP-08)."""

_GAME: Final = AgeOfSteam()


def encode_view(state: State) -> pb.View:
    """The whole position. Nothing in this game is hidden, so there is one view for everybody (AOS-INFO-01)."""
    return pb.View(
        turn=state.turn,
        turns=state.rules.turns,
        phase=PHASE_VALUES[state.phase],
        order=() if state.phase in (SETUP, INITIAL_ORDER) else state.order,
        queue=_queue(state),
        players=_players(state),
        hexes=encode_hexes(state),
        sections=encode_sections(state),
        display=encode_display(state),
        supply=encode_supply(state),
        free_actions=[ROLE_VALUES[role] for role in _free_roles(state)],
        auction=_auction(state),
        build_turn=_build_turn(state),
        move_round=state.moves.round if state.moves else 0,
        production=_production(state),
        pending_draw=_pending(state),
    )


def _queue(state: State) -> tuple[int, ...]:
    actor = _GAME.to_act(state)
    if actor < 0:
        return ()
    return state.auction.left if state.auction else state.queue or (actor,)


def _players(state: State) -> list[pb.Player]:
    pieces = link_pieces(state)
    scores = {standing.seat: standing.score for standing in _GAME.standings(state)}
    limited = state.rules.marker_limit == "20"
    return [
        pb.Player(
            seat=seat,
            cash=player.cash,
            shares=player.shares,
            income=player.income,
            engine=player.engine,
            action=role_value(player.role),
            eliminated=not player.alive,
            markers_left=MARKERS - state.track.markers[seat] if limited else None,
            first_tile_laid=player.opened,
            engine_step_used=state.moves is not None and seat in state.moves.stepped,
            link_pieces=pieces[seat],
            score_now=scores[seat],
        )
        for seat, player in enumerate(state.players)
    ]


def _free_roles(state: State) -> list[str]:
    taken = {player.role for player in state.players}
    return [role for role in ROLES if role not in taken] if state.phase == SELECT_ACTIONS else []


def _auction(state: State) -> pb.Auction | None:
    auction = state.auction
    if auction is None:
        return None
    places = {seat: len(state.order) - index for index, seat in enumerate(auction.out)}
    high = max(auction.bids)
    passing = holder(state, TURN_ORDER)
    return pb.Auction(
        called=auction.left[0],
        high_bid=high,
        high_bidder=auction.bids.index(high) if high else None,
        bidders=[
            pb.Bidder(seat=seat, bid=auction.bids[seat], still_in=seat in auction.left, place=places.get(seat, 0))
            for seat in state.order
        ],
        pass_seat=passing if passing in auction.left and not auction.passed else None,
    )


def _build_turn(state: State) -> pb.BuildTurn | None:
    if state.build is None:
        return None
    return pb.BuildTurn(
        seat=state.queue[0],
        builds_left=state.build.left,
        urbanization_open=may_urbanize(state),
        built_on=[hex_text(hex_) for hex_ in state.build.built_on],
    )


def _production(state: State) -> pb.Production | None:
    growth = state.growth
    if growth is None or growth.stage not in (goods_growth.DECIDE, goods_growth.DRAW, goods_growth.STORE):
        return None
    return pb.Production(
        seat=holder(state, PRODUCTION),
        drawn=growth.stage == goods_growth.STORE,
        in_hand=[COLOR_VALUES[color] for color in growth.drawn],
    )


class _Lowest:
    """Draws that tell nothing but how many numbers are asked for."""

    def below(self, bound: int) -> int:
        return bound - bound


def _pending(state: State) -> pb.PendingDraw | None:
    """What chance is to decide: of what kind and how much, which any draw tells."""
    if _GAME.to_act(state) != CHANCE:
        return None
    draw = _GAME.draw(state, _Lowest())
    if isinstance(draw, DrawCubes):
        return pb.PendingDraw(kind=pb.PENDING_DRAW_KIND_CUBES, count=len(draw.cubes))
    if isinstance(draw, RollDice):
        return pb.PendingDraw(kind=pb.PENDING_DRAW_KIND_DICE, count=len(draw.dice))
    return pb.PendingDraw(kind=pb.PENDING_DRAW_KIND_ORDER, count=len(state.order))
