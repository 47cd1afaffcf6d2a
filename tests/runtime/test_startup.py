import errno
import os
import socket

import pytest
from redis import exceptions

from footplate.runtime.startup import BadSettings, StartupError, check_port, explain, port_error, told_in_one_line


def test_a_free_port_is_no_complaint() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    check_port("127.0.0.1", port, "FOOTPLATE_PORT")
    check_port("127.0.0.1", 0, "FOOTPLATE_PORT")


def test_a_port_in_use_names_the_variable_to_change() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(StartupError, match=rf"^port {port} on 127\.0\.0\.1 is already in use \(set FOOTPLATE_PORT"):
            check_port("127.0.0.1", port, "FOOTPLATE_PORT")


def test_an_address_of_another_machine() -> None:
    with pytest.raises(StartupError, match=r"^192\.0\.2\.1 is not an address of this machine"):
        check_port("192.0.2.1", 7701, "FOOTPLATE_PORT")


@pytest.mark.parametrize(
    ("number", "text"), [(errno.EACCES, "needs more rights"), (errno.ENETDOWN, "cannot listen on host port 1: ")]
)
def test_other_reasons(number: int, text: str) -> None:
    assert text in str(port_error("host", 1, "X", OSError(number, os.strerror(number))))


def test_what_a_person_can_mend_is_explained() -> None:
    own = StartupError("no")
    assert explain(own) is own
    assert "Redis is unreachable: gone away" in str(explain(exceptions.ConnectionError("gone\naway")))
    assert explain(ExceptionGroup("tasks", [own])) is own


def test_a_bug_is_not_explained_away() -> None:
    assert explain(KeyError("x")) is None
    assert explain(ExceptionGroup("tasks", [StartupError("a"), KeyError("x")])) is None


@pytest.mark.parametrize(("error", "code"), [(StartupError("one\nline"), 1), (BadSettings("one\nline"), 2)])
def test_a_start_ends_with_one_line_and_its_code(
    error: StartupError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left, told_in_one_line("worker"):
        raise error
    assert left.value.code == code
    assert capsys.readouterr().err == "footplate worker: cannot start: one line\n"


def test_a_bug_keeps_its_stack() -> None:
    with pytest.raises(ZeroDivisionError), told_in_one_line("worker"):
        raise ZeroDivisionError
