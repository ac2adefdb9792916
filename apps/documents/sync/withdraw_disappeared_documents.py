"""Withdraws documents that a source no longer lists, unless there is any doubt about the list."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from apps.documents.lifecycle.withdraw_documents import AT_SOURCE, withdraw_documents
from apps.documents.models import Listing, SourceRun, SourceRunState
from apps.documents.sources.connectors.connector import SkippedRecord
from apps.documents.sources.connectors.local_files_and_folders import printable_name
from apps.text.strip_unstorable_characters import strip_unstorable

SHARE = 5
"""A fifth of the known documents: when more vanish at once, something is wrong with the source more often than not."""
WATCHED_DAYS = 30
CONFIRMED = "confirmed"
"""In the detail of a run whose withdrawal a person confirmed: how many documents it was."""
FEW_DELETED = 20
"""So many may be deleted by the source's own word, whatever share they are."""


@dataclass(frozen=True, slots=True)
class DisappearedDocuments:
    """`deleted` by the source's own word, `missing` from its complete list; ids of documents."""

    deleted: list[int]
    missing: list[int]
    known: int
    listed: int = 0
    """How many documents this list has."""
    listed_before: int = 0
    """The most that one had in the last WATCHED_DAYS, since a person last confirmed a withdrawal."""

    @property
    def needs_person(self) -> bool:
        many_deleted = len(self.deleted) > FEW_DELETED and len(self.deleted) * SHARE > self.known
        return many_deleted or len(self.missing) * SHARE > self.known or self.has_shrunk

    @property
    def has_shrunk(self) -> bool:
        """Whether list after list has lost a little, and all of them together too much."""
        lost = self.listed_before - self.listed
        return lost * SHARE > self.listed_before and (bool(self.missing) or lost > FEW_DELETED) and bool(self.all)

    @property
    def all(self) -> list[int]:
        return self.deleted + self.missing


def find_disappeared(
    run: SourceRun, deleted_bundles: Iterable[str], *, complete: bool, skipped: Sequence[SkippedRecord]
) -> DisappearedDocuments:
    """`complete` says that the list was read to its end and was not empty; what it `skipped` it does name.

    What may still be there counts as seen in this run, so that `unseen_listings` has only what is gone."""
    known = Listing.objects.filter(source=run.source_id).count()
    bundles = list(deleted_bundles)
    unseen_listings(run).filter(hidden_behind(skipped)).update(seen_in=run.pk)
    if not complete:
        unseen_listings(run).exclude(bundle__in_array=bundles).update(seen_in=run.pk)
    gone = unseen_listings(run).exclude(listed_by_others(run))
    deleted = list(gone.filter(bundle__in_array=bundles).values_list("document", flat=True))
    missing = list(gone.exclude(bundle__in_array=bundles).values_list("document", flat=True))
    return DisappearedDocuments(deleted, missing, known, run.found, most_listed_before(run))


def hidden_behind(skipped: Sequence[SkippedRecord]) -> Q:
    """Returns the condition of listings that records which cannot be read now may stand for."""
    hidden = Q(document__external_id__in_array=[name for each in skipped for name in listed_names(each)])
    hidden |= Q(bundle__in_array=[each.bundle for each in skipped if each.bundle])
    for below in (f"{name}/" for each in skipped if each.is_folder for name in listed_names(each)):
        hidden |= Q(document__external_id__startswith=below) | Q(bundle__startswith=below)
    return hidden


def listed_names(skipped: SkippedRecord) -> set[str]:
    """The ids by which it may have been listed: as its source says it, and as names of files are told."""
    return {printable_name(skipped.where), strip_unstorable(skipped.where)}


def withdraw_disappeared(run: SourceRun, documents: Sequence[int]) -> int:
    """How many were withdrawn. What another source lists stays; this one does not speak of it any more.

    Inside the transaction of the caller, who stores the count.
    """
    unseen_listings(run).filter(listed_by_others(run)).delete()
    gone = list(unseen_listings(run).filter(document__in_array=documents).values_list("document", flat=True))
    return len(withdraw_documents(gone, AT_SOURCE).external_ids) if gone else 0


def listed_by_others(run: SourceRun) -> Exists:
    return Exists(Listing.objects.filter(document=OuterRef("document")).exclude(source=run.source_id))


def most_listed_before(run: SourceRun) -> int:
    """Two queries. Where as many come as go, as in news, nothing shrinks."""
    runs = SourceRun.objects.filter(source=run.source_id, pk__lt=run.pk)
    confirmed = runs.filter(reason_detail__has_key=CONFIRMED).order_by("-pk").values_list("pk", flat=True).first()
    since = timezone.now() - timedelta(days=WATCHED_DAYS)
    found: int | None = runs.filter(pk__gte=confirmed or 0, created_at__gte=since).aggregate(Max("found"))["found__max"]
    return found or 0


def exclude_still_present(
    run: SourceRun, vanished: DisappearedDocuments, still_has: Callable[[Mapping[str, str]], set[str]]
) -> DisappearedDocuments:
    """Only what the source does not have when it is asked for it by itself; the rest counts as seen in this run.

    `still_has` gets addresses by the ids at the source. Raises what it raises.
    """
    missing = Listing.objects.filter(source=run.source_id, document__in_array=vanished.missing)
    rows = list(missing.values_list("document", "document__external_id", "address"))
    present = still_has({external_id: address for _document, external_id, address in rows})
    kept = {document for document, external_id, _address in rows if external_id in present}
    missing.filter(document__in_array=list(kept)).update(seen_in=run.pk)
    return replace(vanished, missing=[document for document in vanished.missing if document not in kept])


def unseen_listings(run: SourceRun) -> QuerySet[Listing]:
    """What the source listed before, but not in this run. `seen_in` is empty when that run was deleted."""
    return Listing.objects.filter(source=run.source_id).exclude(seen_in=run.pk)


def confirm_withdrawal(run: SourceRun) -> int:
    """A person says that the documents are gone indeed: the number withdrawn, 0 when a newer run has looked again."""
    with transaction.atomic():
        # Of two people who decide at once, the second finds it decided.
        run = SourceRun.objects.select_for_update().get(pk=run.pk)
        newer = SourceRun.objects.filter(source=run.source_id, pk__gt=run.pk)
        if run.state != SourceRunState.NEEDS_DECISION or newer.exists():
            return 0
        count = withdraw_disappeared(run, list(unseen_listings(run).values_list("document", flat=True)))
        SourceRun.objects.filter(pk=run.pk).update(
            state=SourceRunState.DONE,
            withdrawn=run.withdrawn + count,
            vanished=0,
            reason_code="",
            reason_detail={CONFIRMED: count},
        )
    return count
