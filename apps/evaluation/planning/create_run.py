"""Creates a run as rows, before anything is asked: questions, personas, settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.models import User as Person
from django.db import transaction

from apps.evaluation.models import ROWS_AT_ONCE, Case, Dialogue, Draft, Run, RunKind, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.evaluation.planning.personas import draw_personas, persona_language, personas_named
from apps.evaluation.planning.run_configuration import Configuration, configuration_in_force
from apps.retrieval.preparation.readable_collections import readable_collection_ids

User = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """The question that opens a dialogue. `expectation` is that of its case, empty where there is none."""

    question: str
    persona: str = ""
    language: str = ""
    expectation: dict[str, Any] = field(default_factory=dict)
    case_id: int | None = None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run of dialogues.

    `judges` is how often each turn is judged; `aspects` are sentences that shall hold of each whole dialogue, each
    decided by `aspect_votes` votes.
    """

    collections: Sequence[str] | None = None
    personas: Sequence[str] | None = None
    turns: int = 3
    seed: int = 42
    judges: int = 1
    vote: str = "mean"
    judges_claims: bool = False
    aspects: Sequence[str] = ()
    aspect_votes: int = 3
    pass_mark: float | None = None
    budget: Decimal | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "collections": None if self.collections is None else list(self.collections),
            "personas": list(self.personas or []),
            "turns": self.turns,
            "seed": self.seed,
            "judges": self.judges,
            "vote": self.vote,
            "judges_claims": self.judges_claims,
            **({"aspects": list(self.aspects), "votes": self.aspect_votes} if self.aspects else {}),
        }


def run_options_of_suite(suite: Suite, *, budget: Decimal | None = None) -> RunOptions:
    """Takes the suite's options; `budget` goes before its own. One query."""
    return RunOptions(
        collections=list(suite.collections.values_list("slug", flat=True)) or None,
        turns=suite.turns,
        seed=suite.seed,
        judges=suite.judge_repeats,
        vote=suite.vote,
        judges_claims=suite.judges_claims,
        aspects=suite.aspects,
        aspect_votes=suite.aspect_votes,
        pass_mark=suite.pass_mark,
        budget=suite.budget if budget is None else budget,
    )


def opening_question(case: Case) -> OpeningQuestion:
    return OpeningQuestion(
        question=case.question,
        persona=case.persona.slug if case.persona else "",
        language=case.language,
        expectation=case.content(),
        case_id=case.pk,
    )


@transaction.atomic
def start_suite_run(
    suite: Suite,
    *,
    draft: Draft | None = None,
    variant: Configuration | None = None,
    options: RunOptions | None = None,
    user: User | None = None,
    title: str = "",
) -> Run:
    """A run of all cases of the suite, on a draft, on a variant, or on what is in force.

    Only a run that asks as the suite says bears its fingerprint: a shortened one decides nothing at the gate.
    Raises ValueError for a suite without cases, DraftTargetMissing, NoActiveProfile, UnknownPersona.
    """
    configuration = variant or configuration_in_force()
    if draft:
        configuration = configuration.with_draft(draft)
    queries = [opening_question(case) for case in suite.active_cases()]
    if not queries:
        raise ValueError(f"Suite '{suite.slug}' has no active case.")
    title = title or str(draft or suite)
    whole = run_options_of_suite(suite)
    run = create_dialogue_run(queries, options or whole, configuration, title=title, user=user)
    is_whole = options is None or options.as_json() == whole.as_json()
    fingerprint = suite.fingerprint() if is_whole else ""
    Run.objects.filter(pk=run.pk).update(suite=suite, suite_fingerprint=fingerprint, draft=draft)
    run.refresh_from_db()
    return run


@transaction.atomic
def create_dialogue_run(
    queries: Sequence[OpeningQuestion],
    options: RunOptions,
    configuration: Configuration,
    *,
    title: str = "",
    user: User | None = None,
) -> Run:
    """Creates the run and its dialogues; nothing is asked yet. Raises UnknownPersona, UnknownCollection."""
    readable_collection_ids(options.collections, Person(is_superuser=True))
    personas = [persona.slug for persona in personas_named(options.personas)]
    personas_named([query.persona for query in queries if query.persona])
    run = Run.objects.create(
        kind=RunKind.DIALOGUES,
        title=title[:200],
        options=options.as_json() | {"asks": questions_digest(queries)},
        configuration=configuration.as_stored,
        fingerprint=configuration.fingerprint,
        pass_mark=options.pass_mark,
        budget=options.budget,
        created_by_id=user.pk if user else None,
    )
    draws = draw_personas(personas, [query.persona for query in queries], options.seed)
    Dialogue.objects.bulk_create(dialogue_rows(run, queries, draws), batch_size=ROWS_AT_ONCE)
    return run


def dialogue_rows(run: Run, queries: Sequence[OpeningQuestion], personas: Sequence[str]) -> Iterator[Dialogue]:
    """Not saved: one for each question, with the persona of the same place."""
    for number, (query, persona) in enumerate(zip(queries, personas, strict=True), start=1):
        yield Dialogue(
            run=run,
            number=number,
            case_id=query.case_id,
            question=query.question,
            expectation=query.expectation,
            persona=persona,
            language=query.language or persona_language(query.question),
        )


def questions_digest(queries: Sequence[OpeningQuestion]) -> str:
    """A digest of the questions, by which an unfinished run is found again."""
    return content_digest([[query.question, query.persona, query.language, query.expectation] for query in queries])


def find_unfinished_run(
    queries: Sequence[OpeningQuestion], options: RunOptions, configuration: Configuration
) -> Run | None:
    """The newest run of exactly this that has not ended, if there is one: it can go on."""
    stored_options = options.as_json() | {"asks": questions_digest(queries)}
    runs = Run.objects.filter(kind=RunKind.DIALOGUES, fingerprint=configuration.fingerprint)
    runs = runs.exclude(state__in=[RunState.FINISHED, RunState.FAILED])
    return next((run for run in runs.order_by("-pk")[:20] if run.measured_options == stored_options), None)
