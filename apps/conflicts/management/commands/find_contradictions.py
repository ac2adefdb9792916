"""manage.py find_contradictions [--collection SLUG] [--again]: documents that say different things of one subject."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from apps.conflicts.detection.compare_documents import compare_document_or_skip
from apps.conflicts.detection.pending_revisions import (
    comparison_progress,
    forget_hidden_revisions,
    pending_documents,
)
from apps.conflicts.models import ComparedRevision, Conflict, ConflictState
from apps.conflicts.tasks import COMPARISON_LOCK
from apps.database.advisory_lock import advisory_lock
from apps.documents.models import Collection


class Command(BaseCommand):
    help = (
        "Compares documents that are new in search with the others of their collection. May be stopped and run again."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collection", metavar="SLUG", help="default: all collections")
        parser.add_argument("--again", action="store_true", help="compare what was compared before, too")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        collection = named(options["collection"])
        with advisory_lock(COMPARISON_LOCK, 0) as is_ours:
            if not is_ours:
                raise CommandError("Another process is comparing documents; please try again.", returncode=1)
            if options["again"]:
                before = ComparedRevision.objects.all()
                (before.filter(revision__document__collection=collection) if collection else before).delete()
            forget_hidden_revisions()
            documents = list(pending_documents(collection))
            shown = tqdm(documents, unit=" documents", disable=options["verbosity"] == 0)
            compared = sum(map(compare_document_or_skip, shown))
        self.show(collection, compared, as_json=options["json"])

    def show(self, collection: Collection | None, compared: int, *, as_json: bool) -> None:
        found = Conflict.objects.filter(is_possible=False)
        found = found if collection is None else found.filter(collection=collection)
        state = comparison_progress(collection)
        result = {
            "collection": collection.slug if collection else None,
            "documents": state.documents,
            "compared": compared,
            "failed": state.failed,
            "complete": state.is_complete,
            "contradictions": {name: found.filter(state=name).count() for name in ConflictState.values},
        }
        if as_json:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        else:
            failed = f", {state.failed} cannot be compared (see the log)" if state.failed else ""
            self.stdout.write(f"{compared} documents compared{failed}; contradictions: {result['contradictions']}.")


def named(slug: str | None) -> Collection | None:
    """Raises CommandError with the names that would be right."""
    if slug is None:
        return None
    found = Collection.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Collection.objects.order_by("slug").values_list("slug", flat=True)) or "none"
        raise CommandError(f"Unknown collection '{slug}'. Known: {known}.", returncode=2)
    return found
