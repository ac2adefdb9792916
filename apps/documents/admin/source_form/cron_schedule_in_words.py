"""Schedules in words: "every night at 3" for what stands in the database as a cron expression."""

import re
from dataclasses import dataclass
from datetime import time

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

BY_HAND, HOURLY, DAILY, WORKDAYS, WEEKLY, MONTHLY, CRON = (
    "by_hand", "hourly", "daily", "workdays", "weekly", "monthly", "cron",
)  # fmt: skip
RHYTHMS: dict[str, Promise] = {
    BY_HAND: gettext_lazy("only when started by hand"),
    HOURLY: gettext_lazy("every hour"),
    DAILY: gettext_lazy("every day"),
    WORKDAYS: gettext_lazy("Monday to Friday"),
    WEEKLY: gettext_lazy("every week"),
    MONTHLY: gettext_lazy("on the first of each month"),
    CRON: gettext_lazy("as a cron expression says"),
}
PATTERNS = {
    HOURLY: re.compile(r"(?P<minute>\d{1,2}) \* \* \* \*"),
    DAILY: re.compile(r"(?P<minute>\d{1,2}) (?P<hour>\d{1,2}) \* \* \*"),
    WORKDAYS: re.compile(r"(?P<minute>\d{1,2}) (?P<hour>\d{1,2}) \* \* 1-5"),
    WEEKLY: re.compile(r"(?P<minute>\d{1,2}) (?P<hour>\d{1,2}) \* \* (?P<day>[0-7])"),
    MONTHLY: re.compile(r"(?P<minute>\d{1,2}) (?P<hour>\d{1,2}) 1 \* \*"),
}
DEFAULT_TIME = time(3)
"""When nobody has said a time: few people ask then."""


@dataclass(frozen=True, slots=True)
class ImportSchedule:
    """`every` is a key of RHYTHMS, `weekday` 0 for Monday to 6; both count where the rhythm has them."""

    every: str
    at: time = DEFAULT_TIME
    weekday: int = 0


def parse_schedule(schedule: str) -> ImportSchedule:
    """Reads a cron expression; CRON for one that no words are there for."""
    if not schedule.strip():
        return ImportSchedule(BY_HAND)
    for every, pattern in PATTERNS.items():
        found = pattern.fullmatch(" ".join(schedule.split()))
        parts = {name: int(value) for name, value in found.groupdict().items()} if found else {}
        if parts and parts.get("hour", 0) < 24 and parts["minute"] < 60:
            # Cron counts from Sunday, which is 0 and 7.
            return ImportSchedule(every, time(parts.get("hour", 0), parts["minute"]), (parts.get("day", 1) - 1) % 7)
    return ImportSchedule(CRON)


def format_cron(rhythm: ImportSchedule) -> str:
    """Empty for BY_HAND. Raises KeyError for CRON, which has words of its own."""
    minute, hour, day = rhythm.at.minute, rhythm.at.hour, (rhythm.weekday + 1) % 7
    return {
        BY_HAND: "",
        HOURLY: f"{minute} * * * *",
        DAILY: f"{minute} {hour} * * *",
        WORKDAYS: f"{minute} {hour} * * 1-5",
        WEEKLY: f"{minute} {hour} * * {day}",
        MONTHLY: f"{minute} {hour} 1 * *",
    }[rhythm.every]


def format_schedule(schedule: str) -> str:
    """ "every day at 03:00"; the expression itself where there are no words."""
    rhythm = parse_schedule(schedule)
    values = {"time": f"{rhythm.at:%H:%M}", "minute": rhythm.at.minute, "day": str(WEEKDAYS[rhythm.weekday])}
    return {
        BY_HAND: str(RHYTHMS[BY_HAND]),
        HOURLY: _("every hour, at minute %(minute)d"),
        DAILY: _("every day at %(time)s"),
        WORKDAYS: _("Monday to Friday at %(time)s"),
        WEEKLY: _("every week on %(day)s at %(time)s"),
        MONTHLY: _("on the first of each month at %(time)s"),
        CRON: schedule.replace("%", "%%"),
    }[rhythm.every] % values
