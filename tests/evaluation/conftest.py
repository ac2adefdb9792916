"""A suite of three cases over two documents; runs are made up in rows, since the gate reads nothing but rows."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import Group, User
from django.db import connection

from apps.evaluation.models import Case, Dialogue, DialogueTurn, Draft, Run, RunKind, RunState, Suite
from apps.evaluation.planning.personas import create_shipped_personas
from apps.evaluation.planning.run_configuration import Configuration, configuration_in_force
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests import factories
from tests.evaluation.scripted_replies import FEES, speaking
from tests.fakes.openai_server import FakeOpenAIServer

Measured = Callable[..., Run]


@pytest.fixture
def server(openai_server: FakeOpenAIServer, transactional_db: None) -> FakeOpenAIServer:
    """A model server for all parts, and one document to ask about. The rows that migrations make are made again."""
    create_first_rows()
    create_default_profiles()
    create_shipped_personas()
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url, max_concurrency=16)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000)
    for purpose in ("answer", "rephrase", "persona", "judge", "compare"):
        ModelOrder.objects.create(purpose=purpose, model=model)
    Price.objects.create(model_name="fake", valid_from="2020-01-01", input_per_million=1_000, output_per_million=1_000)
    factories.document([FEES], title="Gebühren", external_id="gebuehren.pdf")
    openai_server.default_reply = speaking()
    return openai_server


@pytest.fixture
def suite(db: None) -> Suite:
    return made_suite()


def made_suite() -> Suite:
    suite = Suite.objects.create(slug="pruefung", name="Prüfung", pass_mark=0.7)
    Case.objects.create(suite=suite, question="Was kostet ein Ausweis?")
    Case.objects.create(suite=suite, question="Wie hoch ist die Hundesteuer?")
    Case.objects.create(suite=suite, question="Wer wird Weltmeister?", must_refuse=True, is_control=True)
    return suite


@pytest.fixture
def pinned(suite: Suite) -> Suite:
    Suite.objects.filter(pk=suite.pk).update(is_pinned=True)
    suite.refresh_from_db()
    return suite


def measured_run(
    suite: Suite, draft: Draft | None = None, *, mean: float | None = 0.9, broken: Any = (), **values: Any
) -> Run:
    configuration: Configuration = configuration_in_force().with_draft(draft) if draft else configuration_in_force()
    cases = list(suite.active_cases())
    controls = [n for n, case in enumerate(cases, start=1) if case.is_control and n in broken]
    result = {
        "turns": {"scored": 9, "unparsable": 0, "skipped": 0, "failed": 0},
        "cases": {"passed": len(cases) - len(broken), "failed": len(broken), "broken_controls": controls},
        "mean": mean,
    }
    run = Run.objects.create(
        **{
            "kind": RunKind.DIALOGUES, "state": RunState.FINISHED, "suite": suite, "draft": draft,
            "suite_fingerprint": suite.fingerprint(), "fingerprint": configuration.fingerprint,
            "configuration": configuration.as_json, "mean": mean, "low": mean, "high": mean, "result": result,
        } | values
    )  # fmt: skip
    for number, case in enumerate(cases, start=1):
        dialogue = Dialogue.objects.create(
            run=run, number=number, case=case, question=case.question, expectation=case.content(),
            state="done", passed=number not in broken, failures=["weak"] if number in broken else [],
        )  # fmt: skip
        text = f"Antwort {'alt' if draft is None else 'neu'} {number}"
        DialogueTurn.objects.create(dialogue=dialogue, number=1, said=case.question, reply=text, score=mean)
    return run


@pytest.fixture
def measured() -> Measured:
    """`measured(suite, draft, mean=0.9, broken=[2])`: a finished run; the dialogues numbered in `broken` failed."""
    return measured_run


@pytest.fixture
def other_session(transactional_db: None) -> Iterator[psycopg.Connection]:
    """A session of the database of its own, as another process has one."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}, autocommit=True) as made:
        yield made


def person(group: str) -> User:
    user = User.objects.create_user(f"{group}-person", password="ein langes Kennwort", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


@pytest.fixture
def editor(db: None) -> User:
    return person("editor")


@pytest.fixture
def administrator(db: None) -> User:
    return person("administrator")


@pytest.fixture
def evaluator(db: None) -> User:
    return person("evaluator")
