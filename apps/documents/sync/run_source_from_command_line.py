"""Runs a source from the command line: the run and all its documents are processed in this process."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.run_engine_synchronously import OnWait, RunResult, process_revisions
from apps.documents.fetching import FetchError, parse_hosts
from apps.documents.lifecycle.import_documents import ImportRefused, Progress, get_or_create_collection
from apps.documents.lifecycle.import_report import ImportReport, build_import_report
from apps.documents.lifecycle.register_documents import Registered
from apps.documents.models import Collection, Source, SourceRun, SourceRunState, Step, StepState
from apps.documents.sources.allowed_locations import ADDRESS_PREFIXES, check_location
from apps.documents.sources.connector_registry import get_connector
from apps.documents.sources.validate_source import option_problems
from apps.documents.sync.source_lock import source_is_locked
from apps.documents.sync.source_runner import SourceRunner, begin_run


@dataclass(frozen=True, slots=True)
class ManualRun:
    """The parameters of a run started from the command line.

    `hosts` may name private networks: whoever has a shell here could reach them anyway.
    """

    kind: str
    location: str
    collection: str
    language: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    hosts: Sequence[str] = ()
    limit: int | None = None
    queue: bool = False
    fetches: bool = True


def run_manually(order: ManualRun, progress: Progress | None = None, on_wait: OnWait | None = None) -> ImportReport:
    """Reads the list, fetches, and processes to the end; with `queue` the worker fetches and processes.

    The source stays in the admin, without a schedule, so that the next run knows what the last one saw. It uses the
    network.
    Raises SourceError, ImportRefused (wrong use, or the list cannot be read), DatabaseError.
    """
    started = time.monotonic()
    check_manual_run(order)
    collection = get_or_create_collection(order.collection, order.language)
    run = begin_or_resume_run(get_or_create_source(order, collection), order)
    runner = SourceRunner(run, trusted=True, wakes_worker=order.queue)
    if progress is not None:
        runner.on_progress = lambda: progress(0, run.found)
    ended = runner.work(stop_at=0.0 if order.queue else float("inf"))
    if run.state == SourceRunState.FAILED:
        raise ImportRefused(run.alarm)
    if not ended:
        from apps.documents.sync.tasks import enqueue_source_run

        enqueue_source_run(run.pk)
    processed = (
        RunResult() if order.queue else process_revisions(OpenRevisions(open_revisions(run.source)), on_wait=on_wait)
    )
    registered = Registered(run.new, run.changed, run.unchanged, runner.documents, runner.revisions)
    made = build_import_report(collection, registered, processed, seconds=time.monotonic() - started)
    return replace(made, withdrawn=run.withdrawn, alarm=run.alarm, skipped=[(where, why) for where, why in run.skipped])


def check_manual_run(order: ManualRun) -> None:
    """Raises SourceError and ImportRefused before anything is made."""
    kind = get_connector(order.kind)
    if problems := option_problems(dict(order.options), kind):
        raise ImportRefused(problems[0])
    try:
        parse_hosts(order.hosts)
        check_location(order.location, kind, trusted=True)
    except ValueError as error:
        raise ImportRefused(f"'{error}' is no host, use a name such as www.example.org or 10.0.0.5:8080.") from None
    except FetchError as error:
        raise ImportRefused(str(error)) from None
    if not order.location.startswith(ADDRESS_PREFIXES) and not Path(order.location).exists():
        raise ImportRefused(f"There is no file or folder '{order.location}'. Give a path that exists, or an address.")


def get_or_create_source(order: ManualRun, collection: Collection) -> Source:
    """Returns one source for one place, whoever runs it."""
    location = order.location if order.location.startswith(ADDRESS_PREFIXES) else str(Path(order.location).resolve())
    name = location.rstrip("/").rpartition("/")[2][:200] or location[:200]
    source, _ = Source.objects.get_or_create(
        kind=order.kind, collection=collection, location=location, defaults={"name": name}
    )
    if order.options or order.hosts:
        source.options = {**source.options, **order.options}
        source.hosts = list(dict.fromkeys([*source.hosts, *order.hosts]))
        source.save()
    return source


def begin_or_resume_run(source: Source, order: ManualRun) -> SourceRun:
    """A new run, or the one that somebody left unfinished. Raises ImportRefused when it is being worked on."""
    run = begin_run(source, limit=order.limit, fetches=order.fetches)
    if run is not None:
        return run
    if source_is_locked(source.pk):
        raise ImportRefused(f"The source '{source}' is running already. Wait for its end.")
    run = SourceRun.objects.select_related("source").get(source=source, state__in=SourceRun.OPEN)
    run.state, run.limit, run.fetches = SourceRunState.WAITING, order.limit or source.limit, order.fetches
    run.save()
    return run


def open_revisions(source: Source) -> list[int]:
    """Whatever of this source still has something to do, also from a run before."""
    waiting = Step.objects.filter(
        revision__document__listings__source=source, state__in=[StepState.WAITING, StepState.RUNNING]
    )
    return list(waiting.order_by("revision").values_list("revision", flat=True).distinct())
