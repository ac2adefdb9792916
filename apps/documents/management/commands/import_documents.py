"""manage.py import_documents PATH… --collection SLUG: files into the collection, to the end or to the queue."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.importing import ImportRefused, import_paths
from apps.documents.reporting import ImportReport
from apps.documents.sources import SOURCES, SourceError

LINES_SHOWN = 20


class Command(BaseCommand):
    help = "Imports files and folders into a collection: " + ", ".join(sorted(SOURCES)) + "."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file or a folder")
        parser.add_argument("--collection", required=True, metavar="SLUG", help="made when it does not exist")
        parser.add_argument("--source", default="files", metavar="KIND", help="what PATH is, default files")
        parser.add_argument("--limit", type=int, metavar="N", help="only the first N documents")
        parser.add_argument("--queue", action="store_true", help="register, and leave the rest to the worker")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError(f"--limit is {options['limit']}, use a number from 1.", returncode=2)
        with Bar() as bar:
            try:
                report = import_paths(
                    options["paths"],
                    options["collection"],
                    source=options["source"],
                    limit=options["limit"],
                    queue=options["queue"],
                    progress=bar.show,
                )
            except (SourceError, ImportRefused) as error:
                raise CommandError(str(error), returncode=2) from None
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False))
        else:
            self.stdout.write(text_of(report, queued=options["queue"]))
        if report.has_failures:
            sys.exit(1)


class Bar:
    """The progress bar on standard error, which grows while documents are still being found."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, ended: int, found: int) -> None:
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(unit=" documents", file=sys.stderr, dynamic_ncols=True, mininterval=0.2)
        self._bar.total = found
        self._bar.update(ended - self._bar.n)


def text_of(report: ImportReport, *, queued: bool) -> str:
    facts = report.as_json()
    counts = "{found} found: {new} new, {changed} changed, {unchanged} unchanged.".format(**facts)
    if queued:
        return f"{report.collection}: {counts} The worker processes what is waiting."
    ends = "{ready} ready, {ready_partial} ready in part, {failed} failed, {quarantined} quarantined.".format(**facts)
    sizes = "{pages} pages, {chunks} chunks, {seconds:.1f} s.".format(**facts)
    problems = [f"  {line.external_id}: {line.status}, {line.reason}" for line in report.problems[:LINES_SHOWN]]
    more = len(report.problems) - LINES_SHOWN
    return "\n".join(
        [f"{report.collection}: {counts}", ends, sizes, *problems, *([f"  … and {more} more"] if more > 0 else [])]
    )
