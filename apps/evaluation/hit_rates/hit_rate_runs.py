"""Hit rates as stored runs, with the rank of every question, so that two runs can be compared."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from apps.evaluation.dialogues.run_dialogues import run_lock, set_run_state
from apps.evaluation.hit_rates.measure_hit_rates import Measurement, measure_hit_rates
from apps.evaluation.models import Run, RunKind, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.evaluation.planning.question_files import BadQuestions, RankedQuestion
from apps.evaluation.planning.run_configuration import configuration_in_force
from apps.evaluation.planning.variants import measured_name, profile_named
from apps.retrieval.algorithms import SEARCHING_ALGORITHMS, get_algorithm

User = AbstractBaseUser | AnonymousUser
SHOWN_AT = "3"
"""The rank by which runs are told apart where one figure has to do."""


def load_ranked_questions(suite: Suite) -> list[RankedQuestion]:
    """Its active cases that name a document. Raises BadQuestions when none does."""
    questions = [
        RankedQuestion(case.question, tuple(place.external_id for place in places), places[0].page)
        for case in suite.active_cases()
        if (places := list(case.expected.all()))
    ]
    if not questions:
        raise BadQuestions(f"No case of suite '{suite.slug}' names the document expected.")
    return questions


def start_hit_rate_run(
    suite: Suite,
    profiles: Sequence[str],
    *,
    algorithms: bool = False,
    own_limits: bool = False,
    user: User | None = None,
) -> Run:
    """A run that waits: named profiles, or every algorithm that searches. `own_limits` as in measure_hit_rates.py.

    Raises BadQuestions, UnknownVariant, NoActiveProfile.
    """
    load_ranked_questions(suite)
    for name in profiles:
        profile_named(name)
    configuration = configuration_in_force()
    return Run.objects.create(
        kind=RunKind.HIT_RATE,
        title=str(suite),
        suite=suite,
        suite_fingerprint=suite.fingerprint(),
        options={
            "profiles": list(profiles),
            "algorithms": list(SEARCHING_ALGORITHMS) if algorithms else [],
            "own_limits": own_limits,
        },
        configuration=configuration.as_stored,
        fingerprint=configuration.fingerprint,
        created_by_id=user.pk if user else None,
    )


def run_hit_rate(run: Run) -> Run:
    """Searches and stores. Begins anew when it broke off: no language model is paid.

    Raises RunIsBusy, BadQuestions, UnknownVariant, UnknownAlgorithm, NoActiveProfile, ModelError, DatabaseError.
    """
    with run_lock(run):
        run.refresh_from_db()
        if run.has_ended:
            return run
        if run.suite is None:
            raise BadQuestions("The suite of this run is not there any more.")
        set_run_state(run, RunState.RUNNING)
        measurement = measure_hit_rates(
            load_ranked_questions(run.suite),
            algorithms=[get_algorithm(slug) for slug in run.options["algorithms"]],
            profiles=[profile_named(slug) for slug in run.options["profiles"]],
            collections=list(run.suite.collections.values_list("slug", flat=True)) or None,
            own_limits=run.options.get("own_limits", False),
        )
        store_measurement(run, measurement)
    return run


def store_hit_rate_run(measurement: Measurement, title: str, suite: Suite | None = None) -> Run:
    """What a command has measured, as a run that is finished."""
    configuration = configuration_in_force()
    of_profiles = {measured_name(slug) for slug in measurement.profiles}
    run = Run(
        kind=RunKind.HIT_RATE,
        title=title[:200],
        suite=suite,
        options={
            "profiles": measurement.profiles,
            "algorithms": [name for name in measurement.algorithms if name not in of_profiles],
            "own_limits": measurement.own_limits,
        },
        configuration=configuration.as_stored,
        fingerprint=configuration.fingerprint,
        started_at=timezone.now(),
    )
    store_measurement(run, measurement)
    return run


def store_measurement(run: Run, measurement: Measurement) -> None:
    """One statement. The figure of the run is that of what is in force, else of the best."""
    figures = measurement.algorithms
    profile = run.configuration["profile"]
    in_use = (measured_name(profile["profile"]), profile["values"]["algorithm"])
    shown = next((name for name in in_use if name in figures), None)
    shown = shown or max(figures, key=lambda name: shown_hit_rate(figures[name]))
    run.mean, (run.low, run.high) = (
        shown_hit_rate(figures[shown]),
        figures[shown]["interval_95"][shown_depth(figures[shown])],
    )
    run.result = {
        **measurement.as_json(),
        "shown": shown,
        "asked": content_digest(measurement.asked),
        "questions_asked": measurement.asked,
        "ranks": measurement.ranks,
    }
    run.state, run.finished_at = RunState.FINISHED, timezone.now()
    run.save()


def shown_hit_rate(figures: dict[str, Any]) -> float:
    return float(figures["hit_rate"][shown_depth(figures)] or 0.0)


def shown_depth(figures: dict[str, Any]) -> str:
    """Three, where that was looked at."""
    return SHOWN_AT if SHOWN_AT in figures["hit_rate"] else next(iter(figures["hit_rate"]))
