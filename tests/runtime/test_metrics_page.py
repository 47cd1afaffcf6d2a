import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from prometheus_client.parser import text_string_to_metric_families

from footplate.runtime import metrics
from footplate.runtime.metrics_page import MetricsPage
from footplate.runtime.startup import StartupError


@contextmanager
def showing(ailing: list[str] | None = None) -> Iterator[str]:
    page = MetricsPage("127.0.0.1", 0, ailing=lambda: ailing[0] if ailing else "")
    port = page.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        page.close()


def get(url: str, **headers: str) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=5) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_prometheus_can_read_the_page() -> None:
    metrics.MATCHES_FINISHED.labels("some_game").inc()
    with showing() as url:
        status, kind, text = get(f"{url}/metrics")
    assert (status, kind.split(";")[0]) == (200, "text/plain")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    samples = families["footplate_matches_finished"].samples
    assert [sample.value for sample in samples if sample.labels == {"game": "some_game"}] >= [1.0]
    assert "process_resident_memory_bytes" in families


def test_the_newer_form_is_spoken_too() -> None:
    with showing() as url:
        _, kind, text = get(f"{url}/metrics?x=1", Accept="application/openmetrics-text; version=1.0.0")
    assert kind.startswith("application/openmetrics-text")
    assert text.endswith("# EOF\n")


def test_health_says_why_not() -> None:
    ailing = [""]
    with showing(ailing) as url:
        assert get(f"{url}/healthz")[::2] == (200, "ok\n")
        ailing[0] = "stopping"
        assert get(f"{url}/healthz")[::2] == (503, "stopping\n")


def test_other_paths_are_not_found() -> None:
    with showing() as url:
        assert get(f"{url}/")[0] == 404


def test_the_page_writes_nothing_and_survives_rude_clients(capfd: pytest.CaptureFixture[str]) -> None:
    with showing() as url:
        port = int(url.rsplit(":", 1)[1])
        for rude in (b"", b"\0\1\2\r\n\r\n", b"GET /metrics HTTP/1.1\r\n"):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(rude)
        assert get(f"{url}/healthz")[0] == 200
    assert capfd.readouterr().err == ""


def test_a_port_in_use_is_one_clear_line() -> None:
    with showing() as url:
        port = int(url.rsplit(":", 1)[1])
        with pytest.raises(StartupError, match=rf"port {port} on 127\.0\.0\.1 is already in use \(set FOOTPLATE_X"):
            MetricsPage("127.0.0.1", port, variable="FOOTPLATE_X").start()


def test_the_port_is_free_after_closing_even_while_a_forked_child_lives() -> None:
    page = MetricsPage("127.0.0.1", 0)
    port = page.start()
    waiting, waking = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(waking)
        os.read(waiting, 1)  # until the parent has seen enough
        os._exit(0)
    try:
        page.close()
        page.close()  # harmless
        again = MetricsPage("127.0.0.1", port)
        assert again.start() == port
        again.close()
    finally:
        os.close(waking)
        os.close(waiting)
        os.waitpid(child, 0)
