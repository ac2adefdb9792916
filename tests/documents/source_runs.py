"""One run of a source to its end, as the worker does it, and what it counted."""

from typing import Any

from apps.documents.models import Source, SourceRun
from apps.documents.sync.source_runner import SourceRunner, begin_run


def run(source: Source, **values: Any) -> SourceRun:
    """`values` go to `begin_run`."""
    source.refresh_from_db()
    made = begin_run(source, **values)
    assert made is not None
    assert SourceRunner(made).work()
    made.refresh_from_db()
    source.refresh_from_db()
    return made


def counts(done: SourceRun) -> tuple[int, int, int, int]:
    """New, changed, unchanged, withdrawn."""
    return done.new, done.changed, done.unchanged, done.withdrawn
