"""manage.py read_again [--collection SLUG]…: documents of an older reader are read again, to the end or queued."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.run_engine_synchronously import process_revisions
from apps.documents.lifecycle.reparse_outdated_documents import outdated_counts, reparse_outdated_documents
from apps.documents.models import Collection


class Command(BaseCommand):
    help = "Reads documents again that an older reader has read; their old text stays in search until then."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collection", action="append", default=[], metavar="SLUG", help="default: all")
        parser.add_argument("--count", action="store_true", help="only say how many they are")
        parser.add_argument("--queue", action="store_true", help="leave the reading to the worker")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        collections = ids_of(options["collection"])
        begun = 0 if options["count"] else begin(collections, queue=options["queue"])
        left = sum(outdated_counts(collections).values())
        if options["json"]:
            self.stdout.write(json.dumps({"begun": begun, "left": left}))
        else:
            self.stdout.write(f"{begun} documents begun; {left} in search are of an older reader.")


def begin(collection_ids: list[int] | None, *, queue: bool) -> int:
    """How many documents; without `queue` they are at their end when it returns."""
    revisions = reparse_outdated_documents(collection_ids, wake=queue)
    if revisions and not queue:
        with tqdm(total=len(revisions), unit=" documents") as bar:
            process_revisions(OpenRevisions(revisions), on_end=bar.update)
    return len(revisions)


def ids_of(slugs: list[str]) -> list[int] | None:
    """None for all. Raises CommandError with the names that would be right."""
    known = dict(Collection.objects.values_list("slug", "pk"))
    for slug in slugs:
        if slug not in known:
            raise CommandError(
                f"Unknown collection '{slug}'. Known: {', '.join(sorted(known)) or 'none'}.", returncode=2
            )
    return [known[slug] for slug in slugs] or None
