"""Costs of documents: of one, of all of a source, and the expected cost of those waiting."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import F, Sum

from apps.documents.models import Listing, ListingState, Source, Step


@dataclass(frozen=True, slots=True)
class Spending:
    """What models took for so many documents."""

    documents: int
    tokens: int
    cost: Decimal

    def of_as_many_as(self, count: int) -> "Spending":
        """What `count` documents of the same kind would take; nothing is known while there are none."""
        share = Decimal(count) / max(1, self.documents)
        return Spending(count, int(self.tokens * share), self.cost * share)


def document_spending(document_id: int) -> Spending:
    return sum_spending(Step.objects.filter(revision__document=document_id))


def source_spending(source: Source) -> Spending:
    """Sums the stored revisions; what withdrawn documents took is in the ledger alone."""
    return sum_spending(Step.objects.filter(revision__document__listings__source=source))


def estimate_waiting_spending(source: Source) -> Spending:
    """What the files that are listed but not yet fetched will cost, if they cost what earlier ones did."""
    count = Listing.objects.filter(source=source, state=ListingState.WAITING).exclude(address="").count()
    return source_spending(source).of_as_many_as(count)


def estimate_rereading_spending(source: Source) -> Spending:
    """What reading all its documents again would cost, if they cost what those already read did."""
    return source_spending(source).of_as_many_as(Listing.objects.filter(source=source).count())


def sum_spending(steps: Any) -> Spending:
    documents = steps.values("revision__document").distinct().count()
    totals = steps.aggregate(cost=Sum("cost"), tokens=Sum(F("input_tokens") + F("output_tokens")))
    return Spending(documents, totals["tokens"] or 0, totals["cost"] or Decimal(0))
