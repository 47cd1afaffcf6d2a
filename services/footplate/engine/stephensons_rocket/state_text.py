"""A position as one line of text, and back. Two positions are equal exactly when their texts are.

The text is the word `sr1` and then these 17 parts, `key=value`, in this order, with one blank between words. `-` is an
empty list or "none". Seats are `P1` to `P4`; hexes are ids as in `0514`, in lists sorted; numbers are plain digits.

    map      england
    preset   pegasus-1999 or designer-faq
    seats    2 to 4
    options  name:value,... of those that differ from the preset, sorted by name
    phase    first_player, main_action, veto, defence or over
    turn     from 1
    active   the seat whose turn it is
    action   1 or 2: the action of the turn that is due or runs
    barred   the company that the first action extended
    lines    the seven companies in the order NER, L&Y, LNWR, GER, GWR, LSWR, SER, with / between them; each is
             at.heading.stack.real.holdings.marks.hexes.towns as in 0514.0.15.1.1,0,0.-.0514.0515: hex of the
             locomotive; heading 0 to 5; shares in the stack; real shares in hands; holdings by seat; `i` when it is
             isolated; the hexes of its line; the towns linked to it. An absorbed company is `>` and the code of its
             absorber, with `i` before it when it had been isolated: `>GWR`, `i>GWR`
    tiles    hex:edges,... as in 0514:03: the edges a tile joins; one edge for the tile of an absorbed locomotive
    stations hexes by seat, with / between them
    tokens   by seat, with / between them, the taken tokens of each of the 24 kinds as one digit, in the order
             Birmingham steel, Birmingham brewery, Brighton leather ...
    riders   passenger tokens by seat
    money    pounds by seat; `?` where it is hidden
    veto     company/targets/first/asked/best/leader/hex of the round that runs, as in GWR/0511,0512/0512/P2/0/-/0512
    end      companies or tiles, when the game is over
"""

from footplate.engine.notation import NONE, Source, owner_text, seat_text
from footplate.engine.options import options_text
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, HEADINGS, NO_HEADING, hex_text, hexes_in
from footplate.engine.stephensons_rocket.options import setup_of
from footplate.engine.stephensons_rocket.read_state import HIDDEN_TEXT, KEYS, VERSION, read_state
from footplate.engine.stephensons_rocket.state import HIDDEN, Company, State, Veto


def state_text(state: State) -> str:
    """The canonical text of a position; see the module for its grammar."""
    values = _values(state)
    return " ".join([VERSION, *[f"{key}={value}" for key, value in zip(KEYS, values, strict=True)]])


def parse_state(text: str) -> State:
    """The position of a text. Raises NotationError naming the part, when it is not the canonical text of a position."""
    source = Source(text)
    parts = source.fields(VERSION, KEYS)
    state = read_state(source, parts)
    for key, value in zip(KEYS, _values(state), strict=True):
        if parts[key] != value:
            raise source.named(key).error(parts[key], f"this is written {value}")
    return state


def _values(state: State) -> tuple[str, ...]:
    """The values of all parts, in the order of KEYS."""
    rules = state.rules
    return (
        rules.map,
        rules.preset,
        str(rules.seats),
        options_text(setup_of(rules)),
        state.phase,
        str(state.turn),
        owner_text(state.active),
        "2" if state.second else "1",
        _code(state.barred),
        "/".join([_company(company) for company in state.companies]),
        ",".join([f"{hex_text(hex_)}:{_edges(state.tiles[hex_])}" for hex_ in sorted(state.tiles)]) or NONE,
        "/".join([_hexes(own) for own in state.stations]),
        "/".join(["".join([str(count) for count in taken]) for taken in state.tokens]),
        _numbers(state.passengers),
        ",".join([HIDDEN_TEXT if amount == HIDDEN else str(amount) for amount in state.money]),
        NONE if state.veto is None else _veto(state.veto),
        state.end or NONE,
    )


def _company(company: Company) -> str:
    mark = "i" if company.isolated else ""
    if not company.live:
        return f"{mark}>{CODES[company.absorber]}"
    heading = NONE if company.heading == NO_HEADING else str(company.heading)
    figures = f"{hex_text(company.at)}.{heading}.{company.stack}.{company.real}.{_numbers(company.holdings)}"
    return f"{figures}.{mark or NONE}.{_hexes(company.line)}.{_hexes(company.linked)}"


def _veto(veto: Veto) -> str:
    targets = ",".join([hex_text(hex_) for hex_ in veto.targets])
    asked, leader = seat_text(veto.asked), owner_text(veto.leader)
    first, last = hex_text(veto.first), hex_text(veto.hex)
    return f"{CODES[veto.company]}/{targets}/{first}/{asked}/{veto.best}/{leader}/{last}"


def _hexes(mask: int) -> str:
    return ",".join([hex_text(hex_) for hex_ in hexes_in(mask)]) or NONE


def _edges(bits: int) -> str:
    return "".join([str(edge) for edge in HEADINGS if bits >> edge & 1])


def _numbers(figures: tuple[int, ...]) -> str:
    return ",".join([str(figure) for figure in figures])


def _code(company: int) -> str:
    return NONE if company == NOBODY else CODES[company]
