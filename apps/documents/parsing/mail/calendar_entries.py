"""Renders appointments and tasks sent in a mail (iCalendar, RFC 5545) as lines that people read."""

import re
from collections.abc import Iterator

LABELS = {
    "SUMMARY": "Termin", "DTSTART": "Beginn", "DTEND": "Ende", "DUE": "Fällig", "LOCATION": "Ort",
    "ORGANIZER": "Eingeladen von", "DESCRIPTION": "Beschreibung",
}  # fmt: skip
WANTED = ("VEVENT", "VTODO", "VJOURNAL")
FOLDED = re.compile(r"\r?\n[ \t]")
MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
COMMON_NAME = re.compile(r"CN=\"?([^;:\"]{1,200})", re.IGNORECASE)
HEAD = re.compile(r"(?:[^\":]++|\"[^\"]*+(?:\"|\Z))*+")
"""Of a line: name and parameters, in which a colon may stand within quotation marks."""
ESCAPED = re.compile(r"\\([\\;,nN])")
MOST_LINES = 5_000


def render_calendar_entries(text: str) -> str:
    """Empty for a calendar without entries."""
    return "\n".join(entry_lines(text))


def entry_lines(text: str) -> Iterator[str]:
    within: list[str] = []
    for line in FOLDED.sub("", text).splitlines()[:MOST_LINES]:
        name, parameters, value = split_content_line(line)
        if name == "BEGIN":
            within.append(value.upper())
        elif name == "END":
            within = within[:-1]
        elif (
            within
            and within[-1] in WANTED
            and name in LABELS
            and (said := format_property_value(name, parameters, value))
        ):
            yield f"{LABELS[name]}: {said}"


def split_content_line(line: str) -> tuple[str, str, str]:
    """Name, parameters, value; a colon within quotation marks belongs to the parameters."""
    found = HEAD.match(line)
    head = found[0] if found else ""
    name, _, parameters = head.partition(";")
    return name.upper(), parameters, line[len(head) + 1 :].strip()


def format_property_value(name: str, parameters: str, value: str) -> str:
    """A moment as ISO 8601, an organiser with the name, without marks before commas and ends of lines."""
    if moment := MOMENT.fullmatch(value):
        year, month, day, hour, minute, is_utc = moment.groups()
        clock = f" {hour}:{minute}{'+00:00' if is_utc else ''}" if hour else ""
        return f"{year}-{month}-{day}{clock}"
    text = " ".join(ESCAPED.sub(lambda mark: " " if mark[1] in "nN" else mark[1], value).split())
    if name == "ORGANIZER":
        called = COMMON_NAME.search(parameters)
        address = re.sub("^mailto:", "", text, flags=re.IGNORECASE)
        return f"{called[1]} <{address}>" if called else address
    return text
