"""From when on a source is asked for changes."""

import json
from datetime import UTC, datetime, timedelta

from apps.documents.sources.connectors.changed_since_server_time import ServerTime, parse_change_time, parse_cursor


def test_the_next_run_asks_from_the_earlier_of_the_servers_own_times() -> None:
    clock = ServerTime("Tue, 03 Jun 2025 10:00:00 GMT")
    clock.saw({"modified": "2025-06-03T12:30:00+00:00"})
    assert json.loads(clock.cursor(None)) == {"since": "2025-06-03T09:50:00+00:00"}
    slow = ServerTime("Tue, 03 Jun 2025 10:00:00 GMT")
    slow.saw({"modified": "2025-06-03T08:00:00+02:00"})
    assert json.loads(slow.cursor(None)) == {"since": "2025-06-03T05:50:00+00:00"}
    later = parse_change_time("2025-06-05T00:00:00+00:00")
    assert json.loads(slow.cursor(later)) == {"since": "2025-06-05T00:00:00+00:00"}


def test_what_has_long_been_written_is_not_asked_for_twice() -> None:
    clock = ServerTime("Tue, 03 Jun 2025 10:00:00 GMT")
    clock.saw({"modified": "2025-05-01T08:00:00+00:00"})
    assert json.loads(clock.cursor(None)) == {"since": "2025-05-01T08:00:01+00:00"}


def test_a_clock_that_is_years_ahead_hides_no_change() -> None:
    ahead = ServerTime("Sun, 03 Jun 2125 10:00:00 GMT")
    ahead.saw({"modified": "2125-06-01T08:00:00+00:00"})
    since = parse_cursor(ahead.cursor(None))
    assert since is not None
    assert datetime.now(UTC) - timedelta(minutes=11) < since <= datetime.now(UTC) - timedelta(minutes=10)


def test_times_that_no_clock_shows_are_passed_over() -> None:
    clock = ServerTime("Mon, 01 Jan 99999999999 00:00:00 +0000")
    for time in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-02T00:00:00Z"):
        clock.saw({"modified": time})
    assert (clock.newest, clock.cursor(None)) == (None, "")


def test_where_nothing_was_told_of_the_same_is_asked_again() -> None:
    since = parse_change_time("2025-05-01T08:00:01+00:00")
    assert json.loads(ServerTime("Tue, 03 Jun 2025 10:00:00 GMT").cursor(since)) == {
        "since": "2025-05-01T08:00:01+00:00"
    }
    assert json.loads(ServerTime("Tue, 03 Jun 2025 10:00:00 GMT").cursor(None)) == {
        "since": "2025-06-03T09:50:00+00:00"
    }


def test_without_any_time_everything_is_listed_again() -> None:
    assert ServerTime().cursor(None) == ""
    assert parse_cursor("") is parse_cursor("{}") is parse_cursor("no json") is None
