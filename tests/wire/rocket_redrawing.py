"""A position of Stephenson's Rocket made from its typed view alone, by the words of the contract, without our codec."""

from footplate.api.stephensons_rocket.v1 import actions_pb2, view_pb2
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    CODES,
    KIND_INDEX,
    NO_HEADING,
    NOWHERE,
    hex_of,
    mask_of,
)
from footplate.engine.stephensons_rocket.notation import CITY_OF_NAME, INDUSTRY_OF_NAME
from footplate.engine.stephensons_rocket.options import Rules
from footplate.engine.stephensons_rocket.state import HIDDEN, Company, State, Veto


def redrawn(view: view_pb2.View, rules: Rules) -> State:
    """The position that a client sees, which knows the set-up."""
    phase, end = view_pb2.Phase.Name(view.phase), view_pb2.EndReason.Name(view.end_reason)
    return State(
        rules=rules,
        phase=phase.removeprefix("PHASE_").lower(),
        turn=view.turn,
        active=view.active if view.HasField("active") else NOBODY,
        second=view.action == 2,
        barred=company_of(view.barred_company),
        companies=tuple(_company(company) for company in view.companies),
        tiles={hex_of(tile.hex): edge_bits(tile) for company in view.companies for tile in company.tiles},
        stations=tuple(mask_of(hex_of(station.hex) for station in player.stations) for player in view.players),
        tokens=tuple(_tokens(player) for player in view.players),
        passengers=tuple(player.passengers for player in view.players),
        money=tuple(player.money if player.HasField("money") else HIDDEN for player in view.players),
        veto=_veto(view.veto) if view.HasField("veto") else None,
        end="" if view.end_reason == view_pb2.END_REASON_UNSPECIFIED else end.removeprefix("END_REASON_").lower(),
    )


def company_of(code: str) -> int:
    """A company in the engine's numbers, NOBODY where none is named."""
    return CODES.index(code) if code else NOBODY


def edge_bits(tile: view_pb2.Tile) -> int:
    """The edges of a tile as bits."""
    return sum(1 << edge for edge in tile.edges)


def industry_of(value: int) -> int:
    """An industry in the engine's numbers."""
    name = actions_pb2.Industry.Name(actions_pb2.Industry.ValueType(value))
    return INDUSTRY_OF_NAME[name.removeprefix("INDUSTRY_").lower()]


def _company(company: view_pb2.Company) -> Company:
    return Company(
        at=hex_of(company.locomotive) if company.locomotive else NOWHERE,
        heading=company.heading if company.HasField("heading") else NO_HEADING,
        line=mask_of(hex_of(name) for name in company.line),
        linked=mask_of(hex_of(town.hex) for town in company.towns),
        stack=company.stack,
        real=company.real_shares,
        holdings=tuple(company.holdings),
        isolated=company.isolated,
        absorber=company_of(company.absorbed_by),
    )


def _tokens(player: view_pb2.Player) -> tuple[int, ...]:
    taken = {(CITY_OF_NAME[held.city], industry_of(held.industry)): held.count for held in player.tokens}
    return tuple(taken.get(kind, 0) for kind in KIND_INDEX)


def _veto(veto: view_pb2.VetoRound) -> Veto:
    return Veto(
        company=company_of(veto.company),
        targets=tuple(hex_of(name) for name in veto.targets),
        first=hex_of(veto.first_hex),
        asked=veto.asked,
        best=veto.highest_bid,
        leader=veto.leader if veto.HasField("leader") else NOBODY,
        hex=hex_of(veto.hex),
    )
