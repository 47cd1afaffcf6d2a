"""Every metric of the platform, declared once. Nothing else in the code base makes a metric.

Labels are small closed sets: names of games, phases, levels, methods, groups. An id of a match, table or account is
never a label. A gauge that counts what a process holds is summed over forked children; one that repeats what a common
store says is the same everywhere, so its newest value counts.
"""

from collections.abc import Sequence
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics import MetricWrapperBase

PREFIX: Final = "footplate_"
REGISTRY: Final = CollectorRegistry(auto_describe=True)
DECLARED: Final[list[MetricWrapperBase]] = []
"""All of them, in order, for tests and for the documents made from them."""

Actor = Literal["human", "bot", "default"]
"""Who decided: a person, a bot, or the default action when the time was up."""
ClockEffect = Literal["default", "bot"]
"""What a deadline that fired led to: a safe decision, or the stand-in."""
OrderResult = Literal["given", "cancelled", "played", "ended", "held"]
"""What became of a standing order: `held` means that its seat has a free option and decides itself."""

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# Bots answer in milliseconds, people in seconds or days: one scale must hold both.
TURN_BUCKETS: Final = (
    *(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    *(_MINUTE, 2 * _MINUTE, 5 * _MINUTE, 15 * _MINUTE, _HOUR, 3 * _HOUR, 12 * _HOUR, _DAY, 3 * _DAY, 7 * _DAY),
)
RPC_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
STORE_BUCKETS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
THINKING_BUCKETS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)
LAG_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


def _counter(name: str, text: str, labels: Sequence[str] = ()) -> Counter:
    metric = Counter(PREFIX + name, text, labels, registry=REGISTRY)
    DECLARED.append(metric)
    return metric


def _histogram(name: str, text: str, labels: Sequence[str], buckets: Sequence[float]) -> Histogram:
    metric = Histogram(PREFIX + name, text, labels, buckets=buckets, registry=REGISTRY)
    DECLARED.append(metric)
    return metric


def _held(name: str, text: str, labels: Sequence[str] = ()) -> Gauge:
    """Declare a gauge of what this process holds right now."""
    metric = Gauge(PREFIX + name, text, labels, multiprocess_mode="livesum", registry=REGISTRY)
    DECLARED.append(metric)
    return metric


def _seen(name: str, text: str, labels: Sequence[str] = ()) -> Gauge:
    """Declare a gauge of what a common store last said: the same in every replica, so take `max`, not `sum`."""
    metric = Gauge(PREFIX + name, text, labels, multiprocess_mode="livemostrecent", registry=REGISTRY)
    DECLARED.append(metric)
    return metric


# --- Play -------------------------------------------------------------------------------------------------------------

TURN_SECONDS: Final = _histogram(
    "turn_seconds",
    "From the moment a seat has to act until its action is committed; actor is human, bot or default.",
    ["game", "phase", "actor"],
    TURN_BUCKETS,
)
SUBMIT_SECONDS: Final = _histogram(
    "submit_seconds", "Processing of one submitted action: load, check, apply, append.", ["game"], RPC_BUCKETS
)
MATCHES_RUNNING: Final = _seen(
    "matches_running", "Matches that have begun and are not over, as counted in the store.", ["game"]
)
MATCHES_FINISHED: Final = _counter("matches_finished_total", "Matches that came to their end.", ["game"])
MATCHES_RATED: Final = _counter("matches_rated_total", "Matches that changed the ratings of their accounts.", ["game"])
MATCHES_NOT_RATED: Final = _counter(
    "matches_not_rated_total",
    "Matches of tables that changed no rating; reason is alone, same_account or closed.",
    ["game", "reason"],
)
CLOCK_LAG_SECONDS: Final = _histogram(
    "clock_lag_seconds", "From the deadline of a turn until what the terms have for it is in the log.", (), LAG_BUCKETS
)
CLOCK_OVERDUE: Final = _seen("clock_overdue", "Deadlines that had passed at the last look and were then fired.", ())
CLOCK_FIRED: Final = _counter(
    "clock_fired_total",
    "Deadlines fired; effect is default (a safe decision was taken) or bot (the stand-in took the seat).",
    ["game", "effect"],
)
ORDERS: Final = _counter(
    "orders_total",
    "Standing orders; result is given, cancelled, played, ended, or held (a free option is open).",
    ["game", "kind", "result"],
)
TABLES: Final = _seen("tables", "Tables of the lobby by status, as counted in the store.", ["status"])
TICKETS_WAITING: Final = _seen("tickets_waiting", "Tickets of people who look for a match, and hold them.", ["game"])
TICKET_WAIT_SECONDS: Final = _histogram(
    "ticket_wait_seconds", "From the opening of a ticket until others were found for it.", ["game"], TURN_BUCKETS
)
MATCHES_FOUND: Final = _counter("matches_found_total", "Matches made by matchmaking.", ["game"])
TABLES_EXPIRED: Final = _counter("tables_expired_total", "Tables that waited too long for their players.", ["game"])

TALK_LINES: Final = _counter("talk_lines_total", "Lines said at tables; room is players or spectators.", ["room"])

# --- Watching ---------------------------------------------------------------------------------------------------------

WATCH_DELAY_SECONDS: Final = _histogram(
    "watch_delay_seconds",
    "From the commit of an entry until it is handed to a watcher; watch is match, turns, table or talk.",
    ["watch"],
    LAG_BUCKETS,
)
WATCHERS_OPEN: Final = _held(
    "watchers_open", "Open watch streams; watch is match, turns, table, tables, talk or ticket.", ["watch"]
)

# --- RPCs -------------------------------------------------------------------------------------------------------------

RPCS: Final = _counter(
    "rpcs_total", "RPCs answered, by gRPC code; unknown methods count as 'unknown'.", ["service", "method", "code"]
)
RPC_SECONDS: Final = _histogram(
    "rpc_seconds", "Time to answer a unary RPC; streams are not timed.", ["service", "method", "code"], RPC_BUCKETS
)
RPCS_IN_FLIGHT: Final = _held("rpcs_in_flight", "RPCs being answered, open streams included.", ["service", "method"])

# --- Store and caches -------------------------------------------------------------------------------------------------

STORE_APPEND_SECONDS: Final = _histogram(
    "store_append_seconds", "One append to a log with its bus events, as the caller waits for it.", (), STORE_BUCKETS
)
CACHE_LOOKUPS: Final = _counter(
    "cache_lookups_total", "Look-ups in a cache; result is hit or miss.", ["cache", "result"]
)

# --- Bus --------------------------------------------------------------------------------------------------------------
# `stream` is the kind of stream (match, lobby), never one partition's.

BUS_EVENTS: Final = _counter(
    "bus_events_total",
    "Events taken from the bus; result is handled, retried or dead.",
    ["stream", "group", "result"],
)
BUS_LAG: Final = _seen(
    "bus_lag_entries", "Entries a consumer group has not been given yet, over all partitions.", ["stream", "group"]
)
BUS_LAG_SECONDS: Final = _seen(
    "bus_lag_seconds", "Age of the oldest entry a consumer group has not been given yet.", ["stream", "group"]
)
BUS_PENDING: Final = _seen(
    "bus_pending_entries", "Entries given to a consumer and not acknowledged, over all partitions.", ["stream", "group"]
)
BUS_DEAD_LETTERS: Final = _seen(
    "bus_dead_letters",
    "Entries parked after too many tries, lying there now, over all partitions.",
    ["stream", "group"],
)

# --- Web hooks --------------------------------------------------------------------------------------------------------

HOOK_CALLS: Final = _counter(
    "hook_calls_total",
    "Tries of calls to web hooks; result is delivered, retried, failed (given up) or dropped (nobody wants it).",
    ["result"],
)
HOOK_DELAY_SECONDS: Final = _histogram(
    "hook_delay_seconds", "From the moment a call is stored until it is received.", (), TURN_BUCKETS
)
HOOK_CALLS_WAITING: Final = _seen("hook_calls_waiting", "Calls to web hooks not yet received nor given up.", ())

# --- Bots -------------------------------------------------------------------------------------------------------------

BOT_THINKING_SECONDS: Final = _histogram(
    "bot_thinking_seconds", "Time a strategy took to choose one action.", ["game", "level"], THINKING_BUCKETS
)
BOT_TURNS: Final = _counter(
    "bot_turns_total",
    "Bot tasks ended; result is played, stale (the turn had passed), refused or failed.",
    ["game", "level", "result"],
)
WAKER_WAKES: Final = _counter(
    "waker_wakes_total",
    "Bot tasks enqueued; reason is turn (an event) or sweep (a lost task, woken again).",
    ["reason"],
)
