"""Search filters beside the rights of the reader: type, number, date, author, party, tag.

    filters = Filters.from_json({"type": ["Schriftliche Anfrage"], "from": "2011-01-01", "party": "SPD"})

Several values of one field: one of them suffices. Several fields: all must hold. Types, numbers, parties and tags are
compared whole and in any case of letters; of an author's name the words that are given.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from apps.text.numbers.parse_date import parse_date
from apps.text.strip_unstorable_characters import strip_unstorable

MOST_VALUES, LONGEST_VALUE = 20, 200
WORD = re.compile(r"[^\W_]")
TEXT_FILTERS = {
    "type": "document_types",
    "number": "numbers",
    "author": "authors",
    "party": "parties",
    "tag": "tags",
}
"""Names in JSON and on the command line that take one or several values, with their fields."""
DATE_FILTERS = {"from": "date_from", "until": "date_until"}
"""Names that take one day; both days belong to the range."""


class BadFilter(ValueError):  # noqa: N818 - it is an answer to the person who filters
    """The message names the filter, its value and what would be right, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a search. An empty one lets every document pass; a document without a date is in no range of dates."""

    document_types: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    date_from: date | None = None
    date_until: date | None = None
    authors: tuple[str, ...] = ()
    parties: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != Filters()

    @classmethod
    def from_json(cls, given: object) -> "Filters":
        """Reads `{"type": …, "number": …, "from": …, "until": …, "author": …, "party": …, "tag": …}`, each optional.

        None is no filter. Raises BadFilter for unknown names, other types of values, empty ones (a program's variable
        that holds nothing must not show every document as if it were filtered), days that are none, ranges that end
        before they begin, and what is too long.
        """
        if given is None:
            return cls()
        if not isinstance(given, Mapping):
            raise BadFilter(
                _("The filters are %(value)s, use one JSON object.") % {"value": shorten_for_message(given)}
            )
        unknown = next((name for name in given if name not in TEXT_FILTERS and name not in DATE_FILTERS), None)
        if unknown is not None:
            known = ", ".join([*TEXT_FILTERS, *DATE_FILTERS])
            raise BadFilter(
                _("Unknown filter '%(name)s'. Known: %(known)s.")
                % {"name": shorten_for_message(unknown), "known": known}
            )
        values = {field: parse_filter_texts(name, given.get(name)) for name, field in TEXT_FILTERS.items()}
        days = {field: parse_filter_day(name, given.get(name)) for name, field in DATE_FILTERS.items()}
        if days["date_from"] and days["date_until"] and days["date_from"] > days["date_until"]:
            raise BadFilter(_("The dates end on %(date_until)s, before they begin on %(date_from)s.") % days)
        return cls(**values, **days)  # type: ignore[arg-type]

    def as_json(self) -> dict[str, Any]:
        """Only what filters; `Filters.from_json` takes it back."""
        listed = {name: list(getattr(self, field)) for name, field in TEXT_FILTERS.items()}
        days = {name: getattr(self, field) for name, field in DATE_FILTERS.items()}
        return {name: value for name, value in listed.items() if value} | {
            name: value.isoformat() for name, value in days.items() if value
        }


NO_FILTERS = Filters()


def parse_filter_texts(name: str, given: object) -> tuple[str, ...]:
    """One text or a list of them, without repetitions; nothing for None."""
    if given is None:
        return ()
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list | tuple) or not all(isinstance(value, str) for value in listed):
        said = _("The filter '%(name)s' is %(value)s, use a text or a list of texts.")
        raise BadFilter(said % {"name": name, "value": shorten_for_message(given)})
    found = tuple(dict.fromkeys(" ".join(strip_unstorable(value).split()) for value in listed))
    if len(found) > MOST_VALUES:
        said = _("The filter '%(name)s' has %(count)s values, use at most %(most)s.")
        raise BadFilter(said % {"name": name, "count": len(found), "most": MOST_VALUES})
    if too_long := next((value for value in found if len(value) > LONGEST_VALUE), None):
        said = _("A value of '%(name)s' has %(count)s characters, use at most %(most)s.")
        raise BadFilter(said % {"name": name, "count": len(too_long), "most": LONGEST_VALUE})
    if not found or not all(map(WORD.search, found)):
        without = next((value for value in found if not WORD.search(value)), "")
        said = _("The filter '%(name)s' is '%(value)s', use letters or digits.")
        raise BadFilter(said % {"name": name, "value": without})
    return found


def parse_filter_day(name: str, given: object) -> date | None:
    if given is None:
        return None
    if isinstance(given, date):
        return given
    found = parse_date(given) if isinstance(given, str) else None
    if found is None:
        said = _("The filter '%(name)s' is %(value)s, use a day such as 2011-04-21.")
        raise BadFilter(said % {"name": name, "value": shorten_for_message(given)})
    return found


def shorten_for_message(value: object) -> str:
    return strip_unstorable(str(value)).strip()[:60] or "''"
