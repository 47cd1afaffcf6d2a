import re
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics import MetricWrapperBase

import footplate
from footplate.runtime import metrics

# Whatever may become a label: small closed sets. Add one on purpose, after asking how many values it has.
LABELS = {
    *("actor", "phase", "game", "level", "result", "reason", "effect", "kind"),
    *("service", "method", "code"),
    *("stream", "group", "watch", "cache", "status", "room"),
}


def name(metric: MetricWrapperBase) -> str:
    return str(metric._name)


@pytest.mark.parametrize("metric", metrics.DECLARED, ids=name)
def test_every_metric_is_named_explained_and_free_of_ids(metric: MetricWrapperBase) -> None:
    assert re.fullmatch(r"footplate_[a-z]+(_[a-z]+)*", name(metric))
    assert len(metric._documentation) > 20
    assert metric._documentation.endswith(".")
    assert set(metric._labelnames) <= LABELS
    assert not {label for label in metric._labelnames if re.search(r"id$|match|table|account|seat|player", label)}


@pytest.mark.parametrize("metric", metrics.DECLARED, ids=name)
def test_the_unit_or_kind_is_in_the_name(metric: MetricWrapperBase) -> None:
    if isinstance(metric, Histogram):
        assert name(metric).endswith("_seconds")
        bounds = metric._upper_bounds
        assert bounds == sorted(set(bounds))
        assert len(bounds) <= 24
    elif isinstance(metric, Gauge):
        assert metric._multiprocess_mode in {"livesum", "livemostrecent"}  # nothing of a dead process stays
    else:
        assert isinstance(metric, Counter)
        assert not name(metric).endswith("_total")  # the library adds it


def test_what_the_platform_promises_is_there() -> None:
    assert {name(metric) for metric in metrics.DECLARED} >= {
        "footplate_turn_seconds",
        "footplate_submit_seconds",
        "footplate_watch_delay_seconds",
        "footplate_rpcs",
        "footplate_rpc_seconds",
        "footplate_rpcs_in_flight",
        "footplate_watchers_open",
        "footplate_bus_lag_entries",
        "footplate_bus_pending_entries",
        "footplate_bus_dead_letters",
        "footplate_bot_thinking_seconds",
        "footplate_bot_turns",
        "footplate_waker_wakes",
        "footplate_matches_running",
        "footplate_matches_finished",
        "footplate_matches_rated",
        "footplate_orders",
        "footplate_matches_not_rated",
        "footplate_cache_lookups",
        "footplate_store_append_seconds",
        "footplate_tables",
    }


def test_all_are_on_the_page_and_a_turn_of_days_has_its_bucket() -> None:
    metrics.TURN_SECONDS.labels("any", "any", "human").observe(2 * 86400)
    page = generate_latest(metrics.REGISTRY).decode()
    for metric in metrics.DECLARED:
        assert f"# HELP {name(metric)}" in page
    assert 'footplate_turn_seconds_bucket{actor="human",game="any",le="259200.0",phase="any"} 1.0' in page
    assert 'footplate_turn_seconds_bucket{actor="human",game="any",le="86400.0",phase="any"} 0.0' in page


def test_no_other_module_makes_a_metric() -> None:
    services = Path(footplate.__file__).parent
    allowed = {services / "runtime" / file for file in ("metrics.py", "metrics_page.py", "multiprocess.py")}
    makers = [
        path
        for path in services.rglob("*.py")
        if path not in allowed and re.search(r"(from|import) prometheus_client", path.read_text())
    ]
    assert makers == []


def test_the_registry_is_ours_alone() -> None:
    assert isinstance(metrics.REGISTRY, CollectorRegistry)
    assert all(family.name.startswith(metrics.PREFIX) for family in metrics.REGISTRY.collect())
