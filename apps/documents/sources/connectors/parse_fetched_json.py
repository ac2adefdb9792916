"""Parses JSON that was fetched: of a size that fits into memory, and of the shape that was expected."""

import json
from math import isfinite
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched
from apps.documents.sources.connectors.source_item import SourceError
from apps.text.strip_unstorable_characters import strip_unstorable

LARGEST = 64 * 2**20
MOST_VALUES = 2_000_000
"""Objects and lists: an empty one takes three bytes of JSON and a hundred of memory."""


def read_json(fetched: Fetched) -> Any:
    """Raises SourceError. Halves of characters, NUL and what is no number, which no database keeps, are gone."""
    with fetched.file:
        if fetched.size > LARGEST:
            raise SourceError(
                _("The list at %(address)s is larger than %(size)d MiB, split it.")
                % {"address": fetched.url, "size": LARGEST // 2**20}
            )
        data = fetched.read()
    if data.count(b"{") + data.count(b"[") > MOST_VALUES:
        raise SourceError(
            _("The list at %(address)s holds more than %(most)d values, split it.")
            % {"address": fetched.url, "most": MOST_VALUES}
        )
    try:
        return strip_unstorable(
            json.loads(data, parse_constant=constant_to_none, parse_float=parse_finite_float), nul=""
        )
    except (ValueError, RecursionError):
        raise SourceError(
            _("What came from %(address)s is not JSON. Look at the address in a browser.") % {"address": fetched.url}
        ) from None


def constant_to_none(_name: str) -> None:
    """For NaN and Infinity: Python's own servers write them, and their other values are right."""


def parse_finite_float(digits: str) -> float | None:
    """None for 1e999, which no machine holds."""
    number = float(digits)
    return number if isfinite(number) else None
