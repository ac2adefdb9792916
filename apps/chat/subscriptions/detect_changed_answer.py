"""Decides whether the proved answer has changed, by its quotes: a model words the same answer differently each time.

It has when an earlier quote is no longer on any page of its document, or when a current one was on none then.
A quote that means the same as one of the other side, by the rules of derivation, is no change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.chat.models import Citation, SubscriptionQuote
from apps.chat.proof.find_quote import PageText
from apps.chat.subscriptions.page_fingerprints import was_on_earlier_page
from apps.text.entailment import derive


@dataclass(frozen=True, slots=True)
class WatchedPageHashes:
    """What was watched: hashes of word pairs by document, and when."""

    pairs: Mapping[int, Sequence[set[int]]]
    changed_since: frozenset[int]
    """Documents that came into search, with these or other words, since the answer was looked at last."""


@dataclass(frozen=True, slots=True)
class QuoteChanges:
    """`lost` are on no page any more; `found` were on none then."""

    lost: Sequence[SubscriptionQuote]
    found: Sequence[Citation]

    def __bool__(self) -> bool:
        return bool(self.lost or self.found)


def compare_quotes(
    before: Sequence[SubscriptionQuote],
    now: Sequence[Citation],
    pages_now: Mapping[int, Sequence[PageText]],
    then: WatchedPageHashes,
) -> QuoteChanges:
    """`pages_now` are all pages of the documents of `before`."""
    gone = [one for one in before if not any(page.locate(one.quote) for page in pages_now.get(one.document_id, ()))]
    fresh = [one for one in now if is_fresh(one, then)]
    lost = [one for one in gone if not any(says_the_same(one.quote, other.quote) for other in fresh)]
    found = [one for one in fresh if not any(says_the_same(one.quote, other.quote) for other in before)]
    return QuoteChanges(lost, found)


def is_fresh(citation: Citation, then: WatchedPageHashes) -> bool:
    """A page that stood there all along and was only not found then changes no answer."""
    document = citation.document_id or 0
    return document in then.changed_since and not was_on_earlier_page(citation.quote, then.pairs.get(document, ()))


def says_the_same(one: str, other: str) -> bool:
    return one == other or (derive(one, [other]).proved and derive(other, [one]).proved)
