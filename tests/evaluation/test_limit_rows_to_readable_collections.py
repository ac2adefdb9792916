"""Members of staff see no text of collections that are closed to them, whatever kind of run it stands in."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.documents.models import Document, Readers
from apps.evaluation.models import Comparison, Run, RunKind, RunState
from tests import factories

pytestmark = pytest.mark.django_db
SECRET = "Frau Beispiel fehlte drei Wochen."


@pytest.fixture
def personnel_file() -> Document:
    """In a collection that is read by a group of its own."""
    readers = Group.objects.create(name="Personalstelle")
    return factories.document([SECRET], collection=factories.collection("p", readers=Readers.GROUPS, groups=[readers]))


def compared(documents: list[dict[str, int]] | None) -> Run:
    """A finished comparison of two variants, of no suite."""
    run = Run.objects.create(
        kind=RunKind.COMPARISON, state=RunState.FINISHED, title="A / B", options={"a": "", "b": ""}
    )
    Comparison.objects.create(
        run=run, number=1, question="Wer fehlte?", answer_a=SECRET, answer_b="", answers_ready=True, is_done=True,
        documents=documents,
    )  # fmt: skip
    return run


def shown(client: Client, run: Run) -> str:
    """The list of runs and the page of this one, as far as they open."""
    addresses = [reverse("admin:evaluation_run_changelist"), reverse("admin:evaluation_run_change", args=[run.pk])]
    answers = [client.get(address, {"view": "all"} if "change" in address else {}) for address in addresses]
    return "".join(answer.content.decode() for answer in answers if answer.status_code == 200)


def test_a_comparison_from_a_closed_collection_is_not_listed(
    client: Client, evaluator: User, personnel_file: Document
) -> None:
    run = compared([{"document": personnel_file.pk}])
    client.force_login(evaluator)
    assert "A / B" not in shown(client, run)
    assert SECRET not in shown(client, run)
    export = reverse("admin:evaluation_run_export", args=[run.pk, "json"])
    assert client.get(export).status_code == 404
    evaluator.groups.add(Group.objects.get(name="Personalstelle"))
    assert SECRET in shown(client, run)
    assert client.get(export).status_code == 200


def test_a_comparison_whose_documents_nobody_noted_is_listed_while_nothing_is_closed(
    client: Client, evaluator: User
) -> None:
    run = compared(None)
    client.force_login(evaluator)
    assert SECRET in shown(client, run)
    factories.collection("p", readers=Readers.GROUPS)
    assert SECRET not in shown(client, run)


def test_a_comparison_of_what_everybody_reads_is_listed(
    client: Client, evaluator: User, personnel_file: Document
) -> None:
    client.force_login(evaluator)
    assert SECRET in shown(client, compared([{"document": factories.document().pk}]))
