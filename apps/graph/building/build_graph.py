"""Builds the graph of a collection, one build at a time, until it is in use or stopped with a reason.

    lock -> the unfinished build, or a new one -> its steps (build_steps.py) -> complete, or incomplete with a reason

A build writes to the tables of the graph in its last transaction only. Until then it keeps model replies
(reply_cache.py) and vectors, so it may be stopped at any moment and started again without paying for a call twice.
"""

import time
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.graph.building.build_lock import build_lock
from apps.graph.building.build_options import DEFAULT_OPTIONS, BuildOptions
from apps.graph.building.build_settings_and_merges import current_build_inputs, resolve_build_method
from apps.graph.building.build_steps import BuildSteps
from apps.graph.model_calls.build_stopped_errors import BuildOutOfTime, BuildStopped
from apps.graph.model_calls.model_client import Progress
from apps.graph.models import Build, BuildState, GraphIndex
from apps.llm.transport.priority_semaphore import in_background

MOST_PROBLEMS = 100


class AlreadyBuilding(Exception):  # noqa: N818 - it is an answer to the person who started the second one
    """Another process builds this graph."""


class BuildAttempt(NamedTuple):
    """`is_out_of_time`: the build is incomplete only because its seconds were over, and a next attempt goes on."""

    build: Build
    is_out_of_time: bool


def ignore_progress(phase: str, done: int, total: int) -> None:
    """The progress callback of a caller that wants none."""


def build_collection_graph(
    index: GraphIndex, build_options: BuildOptions = DEFAULT_OPTIONS, progress: Progress = ignore_progress
) -> Build:
    """Builds as `attempt_build` does, for those who set no seconds: the build, complete or not."""
    return attempt_build(index, build_options, progress).build


@in_background()
def attempt_build(
    index: GraphIndex, build_options: BuildOptions = DEFAULT_OPTIONS, progress: Progress = ignore_progress
) -> BuildAttempt:
    """Brings the graph up to date, as far as its limits allow. Runs an event loop of its own for the calls, which
    leave the places at the model server to whoever waits.

    Calls models, reads and writes the database. Raises AlreadyBuilding, DatabaseError.
    """
    with build_lock(index.pk) as is_ours:
        if not is_ours:
            raise AlreadyBuilding(f"The graph of '{index.collection.slug}' is being built already.")
        # Whoever built while this one waited for its turn has switched to another build.
        index.refresh_from_db(fields=["current"])
        run = resume_or_create(index, build_options)
        started = time.monotonic()
        work = BuildSteps(index, run, build_options, progress)
        work.client.until = None if build_options.seconds is None else started + build_options.seconds
        reason, is_out_of_time = _("interrupted"), False
        try:
            work.run()
        except BuildStopped as stopped:
            reason, is_out_of_time = str(stopped)[:300], isinstance(stopped, BuildOutOfTime)
        finally:
            # Also when the process is stopped from outside: the row must not look as if the build were running. What
            # has switched to its graph is complete, whatever went wrong behind that.
            row = Build.objects.filter(pk=run.pk)
            row.exclude(state=BuildState.COMPLETE).update(state=BuildState.INCOMPLETE, reason=reason)
            row.update(
                seconds=round(run.seconds + time.monotonic() - started, 3),
                problems=work.problems[:MOST_PROBLEMS],
                active_at=timezone.now(),
            )
        run.refresh_from_db()
        return BuildAttempt(run, is_out_of_time)


def resume_or_create(index: GraphIndex, build_options: BuildOptions) -> Build:
    """The build that was not finished, or a new one."""
    method = resolve_build_method(index, build_options.method)
    run = Build.objects.filter(index=index).exclude(state=BuildState.COMPLETE).order_by("-pk").first()
    if run is None:
        return Build.objects.create(index=index, method=method, made_with=current_build_inputs(index))
    run.state, run.reason, run.method, run.made_with = BuildState.RUNNING, "", method, current_build_inputs(index)
    run.save()
    return run
