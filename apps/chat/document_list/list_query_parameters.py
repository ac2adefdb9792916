"""Query parameters of the list of documents: words, filters, collection, page."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404

from apps.chat.admission.admit_question import RATE_LIMIT_MESSAGE, NotAdmitted, apply_personal_data_rule
from apps.chat.admission.retry_after import wait_in_whole_seconds
from apps.chat.models.rate_allowances import VISITOR_CALLS
from apps.chat.models.service_settings import load_service_rules
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.retrieval.query.filters import DATE_FILTERS, TEXT_FILTERS, Filters

LONGEST_WORDS = 300
LAST_PAGE = 500
FIELDS = ("q", "collection", *TEXT_FILTERS, *DATE_FILTERS)


@dataclass(frozen=True, slots=True)
class ListRequest:
    """`given` is what was typed, by the name of its field; `page` starts at 1."""

    given: Mapping[str, str]
    words: str
    filters: Filters
    page: int = 1

    @property
    def collections(self) -> list[str] | None:
        """Short names; None is all."""
        return [self.given["collection"]] if "collection" in self.given else None

    def address(self, **changes: str | int) -> str:
        """The query of an address that asks for the same, with changes."""
        return urlencode({**self.given, **changes})


def parse_list_request(parameters: Mapping[str, str], address: str) -> ListRequest:
    """Raises BadFilter; NotAdmitted for personal data and too many searches; Http404 for pages that are none.

    `address` is the visitor's; only searches count against the allowance. Reads the database.
    """
    given = {name: parameters.get(name, "").replace("\0", " ").strip()[:LONGEST_WORDS] for name in FIELDS}
    given = {name: value for name, value in given.items() if value}
    filters = Filters.from_json(
        {name: value for name, value in given.items() if name in TEXT_FILTERS or name in DATE_FILTERS}
    )
    words = apply_personal_data_rule(given.get("q", ""), load_service_rules())
    if words:
        take_allowance(address)
    return ListRequest(given, words, filters, page_number(parameters.get("page", "1")))


def take_allowance(address: str) -> None:
    """A search costs a vector: it counts as a call of the interface. Raises NotAdmitted."""
    wait = VISITOR_CALLS.take(visitor_fingerprint(address)) if address and is_rate_limited_address(address) else 0.0
    if wait:
        raise NotAdmitted("rate_limited", RATE_LIMIT_MESSAGE, round(wait, 1), seconds=wait_in_whole_seconds(wait))


def page_number(text: str) -> int:
    """Raises Http404."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LAST_PAGE)) and 1 <= int(text) <= LAST_PAGE):
        raise Http404
    return int(text)
