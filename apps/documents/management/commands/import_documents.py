"""manage.py import_documents PATH… --collection SLUG: files and sources into the collection, to the end or queued."""

import json
import sys
import time
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from apps.documents.lifecycle.estimate_import import ImportEstimate, estimate_paths
from apps.documents.lifecycle.import_documents import ImportRefused, import_paths
from apps.documents.lifecycle.import_report import ImportReport
from apps.documents.management.progress_bars import ImportProgressBar, ProgressBar
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.sources import SourceError
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sync.run_source_from_command_line import ManualRun, run_manually
from apps.documents.vectors.fill_missing import fill_vectors_to_the_end
from apps.documents.vectors.fill_missing_task import enqueue_if_vectors_missing
from apps.llm.errors import ModelError

KINDS = ("files", *CONNECTORS)
LINES_SHOWN = 20
MODELS_AWAY = (
    "The language model cannot be reached: {} documents wait for it. The worker of `make run` finishes them when it is "
    "back, and so does the same command given again."
)


class Command(BaseCommand):
    help = "Imports documents into a collection. Kinds of sources: " + ", ".join(KINDS) + "."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or an address")
        parser.add_argument("--collection", required=True, metavar="SLUG", help="made when it does not exist")
        parser.add_argument("--language", default="", metavar="CODE", help="of a collection that is made, default de")
        parser.add_argument("--source", default="files", metavar="KIND", help="what PATH is, default files")
        parser.add_argument("--limit", type=int, metavar="N", help="only the first N documents")
        parser.add_argument("--queue", action="store_true", help="register, and leave the rest to the worker")
        parser.add_argument(
            "--vectors-later", action="store_true", help="leave to the worker what the built-in model of meaning takes"
        )
        parser.add_argument("--estimate", action="store_true", help="only say what it would take: calls, tokens, price")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the source's kind")
        parser.add_argument("--host", action="append", default=[], metavar="HOST", help="may be fetched from too")
        parser.add_argument("--no-fetch", action="store_true", help="only what the list says, no files")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError(f"--limit is {options['limit']}, use a number from 1.", returncode=2)
        if options["source"] not in KINDS:
            said = _("Unknown source '%(source)s'. Known: %(known)s.")
            raise CommandError(said % {"source": options["source"], "known": ", ".join(KINDS)}, returncode=2)
        if options["estimate"]:
            self.estimate(options)
            return
        with ImportProgressBar() as bar:
            try:
                report = imported(options, bar)
            except (SourceError, ImportRefused) as error:
                raise CommandError(str(error), returncode=2) from None
            except StaleParserCode as error:
                raise CommandError(f"{error.detail} Then give this command again.", returncode=2) from None
        started = time.monotonic()
        try:
            self.fill_vectors(options)
        finally:
            # Who reads it goes on as if search were complete; also when somebody has no patience for the vectors.
            report = replace(report, vector_seconds=time.monotonic() - started)
            self.print_report(report, options)
        if report.alarm:
            self.stderr.write(report.alarm)
        for where, why in report.skipped:
            self.stderr.write(f"  {where}: {why}")
        if report.waiting_for_models:
            self.stderr.write(MODELS_AWAY.format(report.waiting_for_models))
        # With --limit the alarm only says that nothing was withdrawn, which is what was asked for.
        if report.has_failures or (report.alarm and options["limit"] is None):
            sys.exit(1)

    def print_report(self, report: ImportReport, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False))
        else:
            self.stdout.write(report_text(report, queued=options["queue"]))

    def fill_vectors(self, options: dict[str, Any]) -> None:
        """Here, unless a worker is to do it: documents are found by their words meanwhile."""
        if options["queue"]:
            return
        if options["vectors_later"]:
            enqueue_if_vectors_missing()
            return
        try:
            with ProgressBar("texts") as bar:
                fill_vectors_to_the_end(bar.show, collection=options["collection"])
            enqueue_if_vectors_missing()
        except ModelError as error:
            self.stderr.write(f"{error} The worker makes the missing vectors later.")

    def estimate(self, options: dict[str, Any]) -> None:
        if options["source"] in CONNECTORS:
            raise CommandError(
                f"--estimate measures files, and those of '{options['source']}' are not here yet. Read the list with "
                "--no-fetch; the page of the source in the admin then says what its documents will take.",
                returncode=2,
            )
        with ImportProgressBar() as bar:
            try:
                made = estimate_paths(
                    [Path(path) for path in options["paths"]],
                    options["collection"],
                    limit=options["limit"],
                    progress=bar.show,
                )
            except SourceError as error:
                raise CommandError(str(error), returncode=2) from None
        self.stdout.write(json.dumps(made.as_json(), ensure_ascii=False) if options["json"] else text_of_estimate(made))


def text_of_estimate(made: ImportEstimate) -> str:
    calls = ", ".join(f"{count} {purpose}" for purpose, count in made.calls.items()) or "none"
    cost = "unknown" if made.cost is None else f"{made.cost:.4f}"
    lines = [
        "{found} found: {new} new, {changed} changed, {unchanged} unchanged, {unreadable} cannot be read.".format(
            **made.as_json()
        ),
        f"{made.pages} pages ({made.scanned_pages} scanned), {made.chunks} chunks.",
        f"Model calls: {calls}. Tokens: about {made.tokens}. Cost: {cost}.",
    ]
    if made.vector_seconds:
        lines.append(
            f"Vectors of meaning: about {ceil(made.vector_seconds / 60)} minutes afterwards; with --vectors-later the "
            "worker makes them, and the documents are found by their words meanwhile."
        )
    if made.unpriced:
        lines.append(f"There is no price for {', '.join(made.unpriced)}: enter it in the admin under prices.")
    return "\n".join(lines)


def imported(options: dict[str, Any], bar: ImportProgressBar) -> ImportReport:
    """Raises SourceError, ImportRefused."""
    if options["source"] not in CONNECTORS:
        if unused := [f"--{name}" for name in ("option", "host") if options[name]]:
            raise ImportRefused(f"{unused[0]} belongs to a source, name its kind with --source.")
        return import_paths(
            [Path(path) for path in options["paths"]],
            options["collection"],
            language=options["language"],
            limit=options["limit"],
            queue=options["queue"],
            progress=bar.show,
            on_wait=bar.wait,
        )
    if len(options["paths"]) > 1:
        raise ImportRefused(f"A source of the kind {options['source']} has one place, not {len(options['paths'])}.")
    order = ManualRun(
        options["source"],
        options["paths"][0],
        options["collection"],
        options["language"],
        options=dict(option(text, options["source"]) for text in options["option"]),
        hosts=options["host"],
        limit=options["limit"],
        queue=options["queue"],
        fetches=not options["no_fetch"],
    )
    return run_manually(order, bar.show, bar.wait)


def option(text: str, kind: str) -> tuple[str, Any]:
    """`document_types=SchrAnfr,KlAnfr`: of the type of the option's default; a wrong name is reported later on."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ImportRefused(f"--option '{text}' has no value, use NAME=VALUE.")
    default = CONNECTORS[kind].options.get(name)
    if isinstance(default, list):
        return name, [each for each in value.split(",") if each]
    if isinstance(default, bool):
        return name, {"true": True, "false": False}.get(value.lower(), value)
    if isinstance(default, int) and value.isdecimal():
        return name, int(value)
    return name, value


def report_text(report: ImportReport, *, queued: bool) -> str:
    facts = report.as_json()
    counts = "{found} found: {new} new, {changed} changed, {unchanged} unchanged.".format(**facts)
    if report.withdrawn:
        counts += f" {report.withdrawn} withdrawn."
    if queued:
        return f"{report.collection}: {counts} The worker processes what is waiting."
    ends = "{ready} ready, {ready_partial} ready in part, {failed} failed, {quarantined} quarantined.".format(**facts)
    if report.postponed:
        ends += f" {report.postponed} go on later by themselves."
    sizes = "{pages} pages, {chunks} chunks, {seconds:.1f} s.".format(**facts)
    problems = [f"  {line.external_id}: {line.status}, {line.reason}" for line in report.problems[:LINES_SHOWN]]
    more = len(report.problems) - LINES_SHOWN
    return "\n".join(
        [f"{report.collection}: {counts}", ends, sizes, *problems, *([f"  … and {more} more"] if more > 0 else [])]
    )
