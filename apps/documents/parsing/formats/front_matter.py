"""Parses front matter: the lines between two `---` at the top of a Markdown file, which say things about it.

    ---
    title: "Hundesteuer"
    date: 2024-05-01
    tags: [Steuern, Hunde]
    ---

Read are plain lines `name: value` and lists, in brackets or below their name. What holds anything else is text between
two rules, and stays it.
"""

import datetime
from contextlib import suppress
from typing import Any

from apps.documents.parsing.normalise_text import normalise_text

RULE, ENDS = "---", ("---", "...")
MOST_LINES, MOST_VALUES, LONGEST_VALUE = 100, 50, 500
LISTS = ("tags", "keywords", "categories")
Values = dict[str, str | list[str]]


def split_front_matter(raw: str) -> tuple[dict[str, Any], str]:
    """What the file says about itself, and its text. Without front matter nothing, and the whole.

    `title` is a text, `date` a day in ISO form (left out when it is none), `metadata` everything as it was written,
    tags as a list.
    """
    lines = raw.split("\n")
    if lines[0].rstrip() != RULE:
        return {}, raw
    end = next((n for n, line in enumerate(lines[1:MOST_LINES], 1) if line.rstrip() in ENDS), 0)
    values = parse_lines(lines[1:end]) if end > 1 else None
    if not values:
        return {}, raw
    return front_matter_facts(values), "\n".join(lines[end + 1 :])


def parse_lines(lines: list[str]) -> Values | None:
    """None when a line is none of front matter."""
    values: Values = {}
    name = ""
    for line in lines:
        item = line.strip()
        if not item or item.startswith("#"):
            continue
        if item.startswith("- ") and name:
            values[name] = [*parse_list(values[name]), strip_quotes(item[2:])][:MOST_VALUES]
            continue
        key, colon, value = line.partition(":")
        if not colon or not key.replace("_", "").replace("-", "").isalnum() or (value and not value.startswith(" ")):
            return None
        name = key.lower()
        values[name] = strip_quotes(value)
    return values


def strip_quotes(text: str) -> str:
    text = normalise_text(text).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return text[:LONGEST_VALUE]


def parse_list(value: str | list[str]) -> list[str]:
    """A list in brackets or with commas."""
    if isinstance(value, list):
        return value
    inner = value[1:-1] if value.startswith("[") and value.endswith("]") else value
    return [strip_quotes(part) for part in inner.split(",") if part.strip()][:MOST_VALUES]


def front_matter_facts(values: Values) -> dict[str, Any]:
    metadata = {
        name: parse_list(value) if name in LISTS or str(value).startswith("[") else value
        for name, value in list(values.items())[:MOST_VALUES]
    }
    title, date = metadata.get("title", ""), normalise_day(metadata.get("date", ""))
    return {"title": title if isinstance(title, str) else "", "metadata": metadata} | ({"date": date} if date else {})


def normalise_day(value: str | list[str]) -> str:
    """The day in ISO form, from `2024-05-01`, the same with a time, or `01.05.2024`; empty for anything else."""
    text = value if isinstance(value, str) else ""
    with suppress(ValueError):
        return datetime.date.fromisoformat(text[:10]).isoformat()
    with suppress(ValueError):
        return datetime.datetime.strptime(text, "%d.%m.%Y").date().isoformat()
    return ""
