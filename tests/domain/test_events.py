"""Events know what they are, so that a repeated one is recognised."""

from tests.support.toy_matches import begin, play


def test_ids_tell_what_happened_and_differ() -> None:
    events = play(begin()).events
    ids = [event.event_id for event in events]
    assert len(set(ids)) == len(ids)
    assert ids[:3] == ["m_toy:0:match-created", "m_toy:1:action-committed", "m_toy:1:turn-started"]
    assert ids[-1] == f"m_toy:{play(begin()).match.ply}:match-finished"
    assert [event.event_id for event in play(begin()).events] == ids


def test_times_never_go_back() -> None:
    times = [event.time_ms for event in play(begin()).events]
    assert times == sorted(times)
