"""A run as rows, before anything is asked: what is asked of whom, under which settings. Sync."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction

from apps.evaluation.models import ROWS_AT_ONCE, Case, Dialogue, Draft, Run, Suite
from apps.evaluation.models.releases import digest
from apps.evaluation.planning.configuration import Configuration, in_force
from apps.evaluation.planning.personas import chosen, drawn, language_of
from apps.retrieval.search.search import readable_ids

User = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Query:
    """A question to begin a dialogue with. `expectation` is that of a case, empty where nobody said any."""

    question: str
    persona: str = ""
    language: str = ""
    expectation: dict[str, Any] = field(default_factory=dict)
    case_id: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """How dialogues are held. `judges` is how often each turn is judged."""

    collections: Sequence[str] | None = None
    personas: Sequence[str] | None = None
    turns: int = 3
    seed: int = 42
    judges: int = 1
    vote: str = "mean"
    judges_claims: bool = False
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
        }


def options_of(suite: Suite, *, budget: Decimal | None = None) -> Options:
    """As the suite says; `budget` goes before its own. One query."""
    return Options(
        collections=list(suite.collections.values_list("slug", flat=True)) or None,
        turns=suite.turns,
        seed=suite.seed,
        judges=suite.judge_repeats,
        vote=suite.vote,
        judges_claims=suite.judges_claims,
        pass_mark=suite.pass_mark,
        budget=suite.budget if budget is None else budget,
    )


def query_of(case: Case) -> Query:
    return Query(
        question=case.question,
        persona=case.persona.slug if case.persona else "",
        language=case.language,
        expectation=case.content(),
        case_id=case.pk,
    )


def start_suite(
    suite: Suite,
    *,
    draft: Draft | None = None,
    variant: Configuration | None = None,
    options: Options | None = None,
    user: User | None = None,
    title: str = "",
) -> Run:
    """A run of all cases of the suite, on a draft, on a variant, or on what is in force.

    Only a run that asks as the suite says bears its fingerprint: a shortened one decides nothing at the gate.
    Raises ValueError for a suite without cases, GoneDraft, NoActiveProfile, UnknownPersona.
    """
    configuration = variant or in_force()
    if draft:
        configuration = configuration.with_draft(draft)
    queries = [query_of(case) for case in suite.active_cases()]
    if not queries:
        raise ValueError(f"Suite '{suite.slug}' has no active case.")
    title = title or str(draft or suite)
    whole = options_of(suite)
    run = start(queries, options or whole, configuration, title=title, user=user)
    is_whole = options is None or options.as_json() == whole.as_json()
    fingerprint = suite.fingerprint() if is_whole else ""
    Run.objects.filter(pk=run.pk).update(suite=suite, suite_fingerprint=fingerprint, draft=draft)
    run.refresh_from_db()
    return run


@transaction.atomic
def start(
    queries: Sequence[Query],
    options: Options,
    configuration: Configuration,
    *,
    title: str = "",
    user: User | None = None,
) -> Run:
    """Rows that say all; nothing is asked yet. Raises UnknownPersona, UnknownCollection."""
    from django.contrib.auth.models import User as Person

    readable_ids(options.collections, Person(is_superuser=True))
    personas = [persona.slug for persona in chosen(options.personas)]
    chosen([query.persona for query in queries if query.persona])
    run = Run.objects.create(
        kind=Run.Kind.DIALOGUES,
        title=title[:200],
        options=options.as_json() | {"asks": asks(queries)},
        configuration=configuration.as_stored,
        fingerprint=configuration.fingerprint,
        pass_mark=options.pass_mark,
        budget=options.budget,
        created_by_id=user.pk if user else None,
    )
    draws = drawn(personas, [query.persona for query in queries], options.seed)
    rows = (
        Dialogue(
            run=run,
            number=number,
            case_id=query.case_id,
            question=query.question,
            expectation=query.expectation,
            persona=persona,
            language=query.language or language_of(query.question),
        )
        for number, (query, persona) in enumerate(zip(queries, draws, strict=True), start=1)
    )
    Dialogue.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    return run


def asks(queries: Sequence[Query]) -> str:
    """Names what is asked, so that a run that broke off is found again."""
    return digest([[query.question, query.persona, query.language, query.expectation] for query in queries])


def broken_off(queries: Sequence[Query], options: Options, configuration: Configuration) -> Run | None:
    """The newest run of exactly this that has not ended, if there is one: it can go on."""
    wanted = options.as_json() | {"asks": asks(queries)}
    runs = Run.objects.filter(kind=Run.Kind.DIALOGUES, fingerprint=configuration.fingerprint)
    runs = runs.exclude(state__in=[Run.State.FINISHED, Run.State.FAILED])
    return next((run for run in runs.order_by("-pk")[:20] if run.options == wanted), None)
