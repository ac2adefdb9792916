"""Invented questions are made by a worker, and the page of the suite says how that ended."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django_q.models import OrmQ

from apps.evaluation.models import Case, Suite
from apps.evaluation.planning import generate_cases
from apps.evaluation.tasks import build_cases
from apps.llm.errors import ModelError
from tests import factories

pytestmark = pytest.mark.django_db
ORDER = {"verbatim": 1, "outside": 0, "users": 1}


@pytest.fixture
def suite(administrator: User, client: Client) -> Suite:
    client.force_login(administrator)
    factories.document(["Wie viele Schulen in Neukölln haben eine eigene Bibliothek mit Personal?"])
    return Suite.objects.create(slug="gebaut", name="Gebaut")


def order(client: Client, suite: Suite) -> str:
    page = client.post(f"/admin/evaluation/suite/{suite.pk}/build/", ORDER, follow=True)
    assert page.status_code == 200
    return page.content.decode()


def work() -> None:
    """What a worker does with all that waits."""
    for task in OrmQ.objects.order_by("pk"):
        build_cases(*task.task["args"])
        task.delete()


def test_the_page_asks_no_model_and_says_what_a_worker_made(suite: Suite, client: Client) -> None:
    shown = order(client, suite)
    assert "Fälle werden gerade gebaut" in shown
    assert not Case.objects.exists()
    assert "Fälle dieser Suite werden schon gebaut." in order(client, suite)
    assert OrmQ.objects.count() == 1
    work()
    assert {"verbatim", "generated"} == set(suite.cases.values_list("source", flat=True))
    shown = client.get(f"/admin/evaluation/suite/{suite.pk}/change/").content.decode()
    assert f"{suite.cases.count()} Fälle gebaut." in shown


def test_a_model_that_fails_is_told_on_the_page_and_may_be_asked_again(
    suite: Suite, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_options: object) -> list[str]:
        raise ModelError("Der Modellserver antwortet nicht.", code="unreachable", temporary=True)

    monkeypatch.setattr(generate_cases, "generate_questions", fail)
    order(client, suite)
    work()
    assert (
        "Der Modellserver antwortet nicht."
        in client.get(f"/admin/evaluation/suite/{suite.pk}/change/").content.decode()
    )
    assert "Fälle werden gerade gebaut" in order(client, suite)


def test_an_order_whose_worker_died_blocks_no_other_for_ever(suite: Suite, client: Client) -> None:
    order(client, suite)
    Suite.objects.update(case_build={"state": "building", "since": "2026-01-01T00:00:00+00:00", "language": "de"})
    order(client, suite)
    assert OrmQ.objects.count() == 2


async def test_one_reply_that_failed_loses_no_other() -> None:
    from types import SimpleNamespace

    class Model:
        calls = 0

        async def complete(self, *_args: object, **_options: object) -> object:
            self.calls += 1
            if self.calls == 1:
                return SimpleNamespace(data={"users": [{"user": "Anna", "tasks": ["eins", "zwei"]}]})
            if self.calls == 2:
                raise ModelError("away", code="unreachable", temporary=True)
            return SimpleNamespace(data={"questions": ["Was kostet ein Pass?"]})

    monkey = pytest.MonkeyPatch()
    prompt = SimpleNamespace(messages=lambda **_values: [])
    with monkey.context() as patched:
        patched.setattr(generate_cases, "load_published_prompt", lambda slug: prompt)
        assert await generate_cases.ask_model_for_questions(Model(), "text", 2) == ["Was kostet ein Pass?"]  # type: ignore[arg-type]
