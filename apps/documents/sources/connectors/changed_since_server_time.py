"""The time since when a source is asked for changes, by its own clock: clocks differ, some write local times as UTC."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from apps.documents.sources.connectors.read_cursor import read_cursor

OVERLAP = timedelta(minutes=10)
"""So much is asked for twice: what the server was still writing when it answered carries an earlier time."""
SETTLED = timedelta(days=1)
"""What is older by every clock was written to its end: nothing of it is asked for twice."""


@dataclass(slots=True)
class ServerTime:
    """What the server says of time: when it first answered, and the newest change it told of."""

    date: str = ""
    newest: datetime | None = None

    def saw(self, item: Mapping[str, object], field: str = "modified") -> None:
        changed = parse_change_time(item.get(field))
        if changed is not None and (self.newest is None or changed > self.newest):
            self.newest = changed

    def cursor(self, since: datetime | None) -> str:
        """From when on the next run asks: never before `since`, and from there again where nothing was told of.

        Empty when the server says no time and nothing was asked for before: then everything is listed again.
        """
        answered = parse_server_date(self.date)
        if self.newest is None and (since or answered is None):
            return json.dumps({"since": since.isoformat()}) if since else ""
        # By our clock, too: after a day on which the server's was ahead, changes would be hidden until that day comes.
        times = (answered, self.newest, datetime.now(UTC))
        until = self.settled(answered) or min(time for time in times if time) - OVERLAP
        return json.dumps({"since": max(until, since).isoformat() if since else until.isoformat()})

    def settled(self, answered: datetime | None) -> datetime | None:
        """Just after the newest change, where it is old by the server's clock and by ours; else None."""
        if self.newest is None or answered is None or self.newest > min(answered, datetime.now(UTC)) - SETTLED:
            return None
        return self.newest + timedelta(seconds=1)


def parse_cursor(cursor: str) -> datetime | None:
    """None when everything is to be listed."""
    return read_cursor(cursor, lambda said: datetime.fromisoformat(said["since"]))


def parse_server_date(date: str) -> datetime | None:
    try:
        return time_within_bounds(parsedate_to_datetime(date).astimezone(UTC))
    except (ValueError, OverflowError):
        return None


def clock_difference_minutes(date: str) -> int:
    """Between the server's clock (its Date header) and ours; 0 when it does not say."""
    answered = parse_server_date(date)
    return 0 if answered is None else round(abs((datetime.now(UTC) - answered).total_seconds()) / 60)


def parse_change_time(value: object) -> datetime | None:
    """A time without a zone is taken for UTC: most are local, and so the earlier one is asked for."""
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value)
        return time_within_bounds(time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def time_within_bounds(time: datetime) -> datetime | None:
    """None in the first and last year that there is: from those nothing can be taken, or to them added."""
    return time if MINYEAR < time.year < MAXYEAR else None
