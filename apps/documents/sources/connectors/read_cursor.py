"""Reads where the last run of a source ended: JSON that an older version, or somebody by hand, may have written."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

Place = TypeVar("Place")


def read_cursor(cursor: str, read: Callable[[Any], Place]) -> Place | None:
    """Returns what `read` makes of the cursor; None without one or where it cannot be read: all is listed."""
    try:
        return read(json.loads(cursor)) if cursor else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
