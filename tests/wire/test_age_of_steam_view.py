from footplate.api.age_of_steam.v1 import actions_pb2 as actions
from footplate.api.age_of_steam.v1 import view_pb2 as pb
from footplate.engine.age_of_steam.actions import NOBODY, ROLES, Bid, DropOut, SelectAction
from footplate.engine.age_of_steam.board import COLOR_TOTALS, RED
from footplate.engine.age_of_steam.options import OPTIONS
from footplate.engine.age_of_steam.rules import INFO
from footplate.engine.age_of_steam.state import Section, State
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import COUNTS, KIND_CLASS, KINDS, TOWN
from footplate.engine.age_of_steam.track import expire, sections
from footplate.engine.game import CHANCE, OVER
from footplate.engine.hexes import hex_text, parse_hex
from footplate.wire.age_of_steam_view import encode_view
from tests.support.positions import all_holding, blank, with_new_city, with_track
from tests.support.rules import rule
from tests.wire.playing import GAME, SETUPS, all_steps
from tests.wire.redrawing import drawn, kind_of, picture, seen


def positions() -> list[State]:
    """Every third position of a few games, and the last one of each."""
    steps = list(all_steps())
    ends = [step.after for step in steps if GAME.to_act(step.after) == OVER]
    return [step.before for step in steps[::3]] + ends


@rule("AOS-INFO-01")
def test_the_table_can_be_drawn_from_the_view_alone() -> None:
    for state in positions():
        sent = encode_view(state).SerializeToString()
        assert drawn(pb.View.FromString(sent), state.rules.marker_limit == "none") == seen(state)


def test_tiles_show_their_pieces_by_kind_and_rotation() -> None:
    tiles = 0
    for state in positions()[::5]:
        for hex_ in encode_view(state).hexes:
            if hex_.HasField("tile"):
                in_town = state.rules.board.kind[parse_hex(hex_.hex)] == "town"
                shown = [tuple(piece.piece.edges) for piece in hex_.tile.pieces]
                assert picture(hex_.tile, in_town) == shown == sorted(shown)
                needs_disc = in_town and KIND_CLASS[kind_of(hex_.tile.kind)] != TOWN
                assert hex_.tile.disc == needs_disc
                tiles += 1
    assert tiles > 1000


def test_hexes_and_pieces_are_in_order_and_named_after_their_tile() -> None:
    for state in positions()[::5]:
        view = encode_view(state)
        hexes = [parse_hex(hex_.hex) for hex_ in view.hexes]
        assert hexes == sorted(set(hexes))
        assert all(piece.hex == hex_.hex for hex_ in view.hexes for piece in hex_.tile.pieces)
        for section in view.sections:
            assert [(parse_hex(p.hex), *p.piece.edges) for p in section.pieces] == sorted(
                (parse_hex(p.hex), *p.piece.edges) for p in section.pieces
            )


def test_who_acts_and_who_is_to_follow() -> None:
    for state in positions():
        view, actor = encode_view(state), GAME.to_act(state)
        assert (list(view.queue)[:1] == [actor]) == (actor >= 0)
        assert (len(view.queue) > 0) == (actor >= 0)
        assert view.HasField("pending_draw") == (actor == CHANCE)
        assert all(state.players[seat].alive for seat in view.queue)
        assert pb.Phase.Name(view.phase) == f"PHASE_{GAME.progress(state).phase.upper()}"
        assert (view.turn, view.turns) == (state.turn, GAME.progress(state).turns)


def test_every_part_of_a_phase_is_shown_in_that_phase_and_in_no_other() -> None:
    phases: dict[str, set[int]] = {}
    for state in positions():
        view = encode_view(state)
        for name in ("auction", "build_turn", "production"):
            if view.HasField(name):
                phases.setdefault(name, set()).add(view.phase)
        for name in ("free_actions", "move_round"):
            if getattr(view, name):
                phases.setdefault(name, set()).add(view.phase)
    assert phases == {
        "auction": {pb.PHASE_DETERMINE_PLAYER_ORDER},
        "build_turn": {pb.PHASE_BUILD_TRACK},
        "production": {pb.PHASE_GOODS_GROWTH},
        "free_actions": {pb.PHASE_SELECT_ACTIONS},
        "move_round": {pb.PHASE_MOVE_GOODS},
    }


def test_every_phase_that_is_ever_seen_has_a_value() -> None:
    seen_phases = {GAME.progress(state).phase for state in positions()}
    values = {name.removeprefix("PHASE_").lower() for name in pb.Phase.keys()}  # noqa: SIM118 - no mapping
    assert seen_phases == values - {"unspecified"}
    assert seen_phases - {"over"} <= set(INFO.phases)


def test_what_a_client_may_do_is_what_the_parts_say() -> None:
    for state in positions():
        view = encode_view(state)
        texts = [GAME.action_text(action) for action in GAME.legal_actions(state)]
        names = [actions.ActionKind.Name(kind).removeprefix("ACTION_KIND_").lower() for kind in view.free_actions]
        assert [f"select {name}" for name in names] == [text for text in texts if text.startswith("select")]
        if view.HasField("auction"):
            assert ("pass" in texts) == (view.auction.pass_seat == view.queue[0] and view.auction.HasField("pass_seat"))
        if view.HasField("build_turn"):
            built = any(text.split()[0] in ("place", "replace", "redirect") for text in texts)
            assert not built or view.build_turn.builds_left
            assert not any(text.startswith("urbanize") for text in texts) or view.build_turn.urbanization_open


def test_scores_are_those_of_the_standing() -> None:
    for state in positions()[::4]:
        scores = {standing.seat: standing.score for standing in GAME.standings(state)}
        for player in encode_view(state).players:
            assert (player.score_now if player.HasField("score_now") else None) == scores[player.seat]
            if not player.eliminated:
                assert player.score_now == 3 * player.income - 3 * player.shares + player.link_pieces


def test_sections_that_lapse_when_the_turn_ends_are_marked() -> None:
    marked = 0
    for state in positions():
        view = encode_view(state)
        lapsing = {section.pieces for section in _lapsing(state)}
        for section, message in zip(sections(state.track), view.sections, strict=True):
            assert message.will_expire == (section.pieces in lapsing)
            marked += message.will_expire
    assert marked


def _lapsing(state: State) -> tuple[Section, ...]:
    return expire(state.rules.board, state.track, state.queue[0])[1] if state.build else ()


# --- The auction -----------------------------------------------------------


def bidding(*actions_: Bid | DropOut, **options: str) -> pb.Auction:
    state = blank(4, **options)
    state = GAME.start(GAME.setup_of(state))
    while GAME.to_act(state) == CHANCE:
        state = GAME.apply(state, GAME.draw(state, _Zero()))
    while state.auction is None:
        state = GAME.apply(state, GAME.legal_actions(state)[0])
    for action in actions_:
        state = GAME.apply(state, action)
    return encode_view(state).auction


class _Zero:
    """Draws the lowest dice, but one that differs with each call, so that the starting order gets settled."""

    def __init__(self) -> None:
        self.calls = 0

    def below(self, bound: int) -> int:
        self.calls += 1
        return self.calls * 7 // 5 % bound


def test_an_auction_before_the_first_bid() -> None:
    auction = bidding()
    assert auction.high_bid == 0
    assert not auction.HasField("high_bidder")
    assert not auction.HasField("pass_seat")
    assert auction.called == auction.bidders[0].seat
    assert all(bidder.still_in and not bidder.place for bidder in auction.bidders)


def test_an_auction_with_bids_and_drops() -> None:
    auction = bidding(Bid(2), DropOut(), Bid(3), DropOut())
    first, second, third, fourth = auction.bidders
    assert (auction.high_bid, auction.high_bidder) == (3, third.seat)
    assert auction.called == first.seat
    assert (first.bid, first.still_in, first.place) == (2, True, 0)
    assert (second.bid, second.still_in, second.place) == (0, False, 4)
    assert (fourth.bid, fourth.still_in, fourth.place) == (0, False, 3)


# --- What chance is to decide ----------------------------------------------


def test_pending_draws_tell_what_is_drawn_and_how_much() -> None:
    found = set()
    for setup in SETUPS:
        state = GAME.start(setup)
        while GAME.to_act(state) == CHANCE:
            draw = encode_view(state).pending_draw
            found.add((setup.seats, pb.PendingDrawKind.Name(draw.kind), draw.count))
            state = GAME.apply(state, GAME.draw(state, _Zero()))
    assert {(3, "PENDING_DRAW_KIND_CUBES", count) for count in (52, 3, 20)} <= found
    assert (3, "PENDING_DRAW_KIND_DICE", 9) in found
    assert (4, "PENDING_DRAW_KIND_ORDER", 4) in found


def test_a_view_of_chance_keeps_the_coming_draw_to_itself() -> None:
    state = GAME.start(SETUPS[0])
    assert encode_view(state) == encode_view(GAME.parse_state(GAME.state_text(state)))


def test_before_setup_has_fixed_it_there_is_no_order() -> None:
    assert list(encode_view(blank()).order) == []


# --- The supply ------------------------------------------------------------


@rule("AOS-TILE-11", "AOS-TILE-12", "AOS-TILE-13")
def test_a_tile_is_left_exactly_when_it_can_be_had() -> None:
    for state in positions()[::3]:
        for tile in encode_view(state).supply.tiles:
            kind = kind_of(tile.kind)
            in_town = KIND_CLASS[kind] == TOWN
            assert (tile.left > 0) == has_tile(state.rules, state.track, kind, in_town)
            assert 0 <= tile.left <= tile.total == COUNTS[kind]


def test_the_supply_of_a_new_game() -> None:
    supply = encode_view(blank()).supply
    assert [cube.count for cube in supply.bag] == list(COLOR_TOTALS)
    assert [tile.left for tile in supply.tiles] == [kind[3] for kind in KINDS]
    assert supply.discs == 8
    assert "".join(supply.new_cities) == "ABCDEFGH"
    assert [(len(pool.kinds), pool.left, pool.total) for pool in supply.town_pools] == [
        (1, 7, 7),
        (1, 55, 55),
        (1, 48, 48),
        (2, 4, 4),
        (3, 6, 6),
        (2, 5, 5),
    ]
    assert not encode_view(blank(town_tile_pool="strict")).supply.town_pools


def test_a_disc_town_uses_up_its_pool() -> None:
    state = with_track(blank(), NOBODY, *[(town, (edge,)) for town in ("Q10", "Q6") for edge in range(4)])
    supply = encode_view(state).supply
    pools = {tuple(kind_of(kind) for kind in pool.kinds): pool.left for pool in supply.town_pools}
    assert pools[5, 7] == 2
    left = {kind_of(tile.kind): tile.left for tile in supply.tiles}
    assert (left[5], left[7]) == (2, 1)
    assert supply.discs == 6


# --- Cities ----------------------------------------------------------------


def test_a_new_city_is_a_city_with_a_column() -> None:
    view = encode_view(with_new_city(blank(), "E", "Q10"))
    city = next(hex_ for hex_ in view.hexes if hex_.hex == "Q10")
    assert (city.new_city, city.color) == ("E", actions.GOODS_COLOR_YELLOW)
    columns = {column.column: column.hex for column in view.display}
    assert (columns["E"], columns["F"], columns["dark-1"]) == ("Q10", "", "T9")
    assert "".join(view.supply.new_cities) == "ABCDFGH"


def test_every_printed_city_is_listed_even_when_it_is_empty() -> None:
    board = blank().rules.board
    assert {hex_.hex for hex_ in encode_view(blank()).hexes} == {hex_text(hex_) for hex_ in board.city_of}


def test_an_eliminated_seat_has_no_score_and_no_action() -> None:
    state = all_holding(blank(), cash=(5, 6, 7), role=("engineer", "", ""))
    out = state.players[0]._replace(alive=False, cash=0, shares=0, income=0, engine=0, role="")
    player = encode_view(state._replace(players=(out, *state.players[1:]))).players[0]
    assert player.eliminated
    assert not player.HasField("score_now")
    assert player.action == actions.ACTION_KIND_UNSPECIFIED


def test_the_words_of_the_contract_are_those_of_the_engine() -> None:
    assert [name.removeprefix("ACTION_KIND_").lower() for name in actions.ActionKind.keys()[1:]] == list(ROLES)
    assert actions.GoodsColor.Value("GOODS_COLOR_RED") == RED + 1
    assert SelectAction(ROLES[0]) in [step.action for step in all_steps()]
    assert {option.name for option in OPTIONS} >= {"marker_limit", "town_tile_pool"}
