"""How calls are signed, and when they are tried again."""

import base64
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.hooks import (
    LONGEST_ASKED_MS,
    MOST_TRIES,
    OLDEST_MS,
    Outcome,
    Posted,
    Step,
    after_try,
    delay_ms,
    headers,
    secret_of,
    signature,
)
from tests.hooks.given import NOW, SECRET, call, hook

BAD = Posted(500, "status")


def test_the_signature_is_the_one_of_the_standard() -> None:
    """The test vector that libraries of the scheme share."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", '{"test": 2432232314}'
    expected = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == expected


@given(key=st.binary(min_size=24, max_size=64), body=st.text(max_size=50))
def test_a_receiver_that_knows_the_secret_comes_to_the_same(key: bytes, body: str) -> None:
    made = headers(call(body=body), hook(secret=secret_of(key)), NOW)
    signed = f"{made['webhook-id']}.{made['webhook-timestamp']}.".encode() + body.encode()
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert made["webhook-signature"] == f"v1,{expected}"
    assert made["webhook-timestamp"] == "1700000000"


def test_for_a_day_two_secrets_sign() -> None:
    changed = hook(secret="whsec_bmV3", old_secret=SECRET, old_until_ms=NOW + 1)
    two = headers(call(), changed, NOW)["webhook-signature"].split(" ")
    assert two == [f"v1,{signature(one, 'c_1', NOW // 1000, call().body)}" for one in ("whsec_bmV3", SECRET)]
    assert headers(call(), changed, NOW + 1)["webhook-signature"] == two[0]


def test_no_secret_shows_in_a_text_of_the_hook() -> None:
    text = repr(hook(old_secret="whsec_b2xk"))
    assert SECRET not in text
    assert "whsec_" not in text


def test_what_was_received_is_over() -> None:
    assert after_try(call(), Posted(204), NOW, 0.5) == Step(Outcome.DELIVERED)


@given(chance=st.floats(0, 1), tries=st.integers(1, MOST_TRIES - 1))
def test_delays_grow_whatever_chance_says(chance: float, tries: int) -> None:
    assert delay_ms(tries, chance) < delay_ms(tries + 1, 0)
    assert 0.8 * 8000 * 3 ** (tries - 1) - 1 <= delay_ms(tries, chance) <= 1.2 * 8000 * 3 ** (tries - 1) + 1


@given(chances=st.lists(st.floats(0, 1), min_size=MOST_TRIES, max_size=MOST_TRIES))
def test_a_call_that_always_fails_is_tried_for_most_of_a_day_and_given_up(chances: list[float]) -> None:
    now_ms, made = NOW, call()
    for tries, chance in enumerate(chances):
        step = after_try(call(tries=tries), BAD, now_ms, chance)
        if step.outcome == Outcome.FAILED:
            break
        assert step.outcome == Outcome.WAITING
        assert now_ms < step.next_ms <= made.created_ms + OLDEST_MS
        now_ms = step.next_ms
    else:
        raise AssertionError
    assert tries in (MOST_TRIES - 1, MOST_TRIES - 2)
    assert tries == MOST_TRIES - 1 or now_ms + delay_ms(tries + 1, chances[tries]) > made.created_ms + OLDEST_MS


def test_the_middle_way_is_ten_tries_in_twenty_two_hours() -> None:
    total = sum(delay_ms(tries, 0.5) for tries in range(1, MOST_TRIES))
    assert total == 78_728_000


@pytest.mark.parametrize(("asked", "expected"), [(0, 8000), (20_000, 20_000), (10**12, LONGEST_ASKED_MS)])
def test_a_receiver_may_ask_for_peace(asked: int, expected: int) -> None:
    step = after_try(call(), Posted(503, "status", asked), NOW, 0.5)
    assert step == Step(Outcome.WAITING, NOW + expected)


def test_a_test_is_made_once_and_a_receiver_that_is_gone_is_asked_once() -> None:
    assert after_try(call(type="test"), BAD, NOW, 0.5).outcome == Outcome.FAILED
    assert after_try(call(), Posted(410, "status"), NOW, 0.5).outcome == Outcome.FAILED
