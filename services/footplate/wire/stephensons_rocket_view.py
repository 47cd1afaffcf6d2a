"""A position of Stephenson's Rocket in protobuf: all there is to draw."""

from typing import Final

from footplate.api.stephensons_rocket.v1 import view_pb2 as pb
from footplate.engine.stephensons_rocket.board import (
    CITIES,
    CODES,
    COMPANY_COLORS,
    COMPANY_NAMES,
    KINDS,
    NO_HEADING,
    TOWN_NAMES,
    hex_text,
    hexes_in,
)
from footplate.engine.stephensons_rocket.scoring import final_payouts
from footplate.engine.stephensons_rocket.state import (
    DEFENCE,
    HIDDEN,
    State,
    Veto,
    grey_left,
    grey_shares,
    passengers_left,
    stations_left,
    tiles_left,
    tokens_left,
)
from footplate.wire.stephensons_rocket_map import city_tokens, hex_kind
from footplate.wire.stephensons_rocket_terms import (
    END_VALUES,
    INDUSTRY_VALUES,
    PHASE_VALUES,
    code_of,
    hex_name,
    hex_names,
    payout_message,
    seat_value,
    tile_message,
    town_links,
)

_TOWN_HEXES: Final = sorted(TOWN_NAMES)


def encode_view(seen: State) -> pb.View:
    """What a viewer may know of a position; money that `view` has hidden is in no field (SR-INF-01 to SR-INF-06)."""
    return pb.View(
        turn=seen.turn,
        phase=PHASE_VALUES[seen.phase],
        active=seat_value(seen.active),
        action=2 if seen.second else 1,
        barred_company=code_of(seen.barred),
        players=[_player(seen, seat) for seat in range(seen.rules.seats)],
        companies=[_company(seen, number) for number in range(len(CODES))],
        towns=_towns(seen),
        supply=pb.Supply(tiles=tiles_left(seen), passengers=passengers_left(seen), grey_shares=grey_left(seen)),
        veto=_veto(seen, seen.veto) if seen.veto else None,
        final_scoring=[payout_message(payout) for payout in final_payouts(seen)],
        end_reason=END_VALUES[seen.end],
    )


# --- Players ---------------------------------------------------------------


def _player(state: State, seat: int) -> pb.Player:
    money = state.money[seat]
    return pb.Player(
        seat=seat,
        money=None if money == HIDDEN else money,
        stations_left=stations_left(state, seat),
        stations=[pb.Station(hex=hex_text(hex_), company=_line_at(state, hex_)) for hex_ in _stations(state, seat)],
        tokens=_tokens(state.tokens[seat]),
        passengers=state.passengers[seat],
    )


def _stations(state: State, seat: int) -> list[int]:
    return hexes_in(state.stations[seat])


def _line_at(state: State, hex_: int) -> str:
    """The company whose line has a hex (SR-TRM-11); "" for none."""
    owners = [code for code, company in zip(CODES, state.companies, strict=True) if company.line >> hex_ & 1]
    return owners[0] if owners else ""


def _tokens(counts: tuple[int, ...]) -> list[pb.CityTokens]:
    return [
        pb.CityTokens(city=CITIES[city], industry=INDUSTRY_VALUES[industry], count=count)
        for (city, industry), count in zip(KINDS, counts, strict=True)
        if count
    ]


# --- Companies and towns ---------------------------------------------------


def _company(state: State, number: int) -> pb.Company:
    company = state.companies[number]
    return pb.Company(
        code=CODES[number],
        name=COMPANY_NAMES[number],
        color=COMPANY_COLORS[number],
        locomotive=hex_name(company.at),
        heading=None if company.heading == NO_HEADING else company.heading,
        line=hex_names(company.line),
        tiles=[tile_message(hex_, state.tiles[hex_]) for hex_ in hexes_in(company.line) if hex_ in state.tiles],
        towns=town_links(company.linked),
        value=company.value,
        stack=company.stack,
        real_shares=company.real,
        grey_shares=grey_shares(company),
        holdings=company.holdings,
        isolated=company.isolated,
        available=company.available,
        absorbed_by=code_of(company.absorber),
    )


def _towns(state: State) -> list[pb.Town]:
    left = tokens_left(state)
    return [
        pb.Town(
            hex=hex_text(hex_),
            name=TOWN_NAMES[hex_],
            kind=hex_kind(hex_),
            tokens_left=city_tokens(hex_, left),
            companies=[CODES[number] for number, company in enumerate(state.companies) if company.linked >> hex_ & 1],
        )
        for hex_ in _TOWN_HEXES
    ]


# --- The veto round --------------------------------------------------------


def _veto(state: State, veto: Veto) -> pb.VetoRound:
    return pb.VetoRound(
        company=CODES[veto.company],
        targets=[hex_text(hex_) for hex_ in veto.targets],
        first_hex=hex_text(veto.first),
        highest_bid=veto.best,
        leader=seat_value(veto.leader),
        hex=hex_text(veto.hex),
        asked=veto.asked,
        to_be_asked=_to_be_asked(state, veto),
    )


def _to_be_asked(state: State, veto: Veto) -> list[int]:
    """The players behind the one who is asked, up to the active one, who could still bid more (SR-VETO-06, -11)."""
    if state.phase == DEFENCE:
        return []
    seats, holdings = state.rules.seats, state.companies[veto.company].holdings
    behind = [(veto.asked + step) % seats for step in range(1, (state.active - veto.asked) % seats)]
    return [seat for seat in behind if holdings[seat] > veto.best]
