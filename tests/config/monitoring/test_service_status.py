import json

import pytest
from django.core.management import call_command

from apps.documents.models import ImportBudget, Status, Step
from apps.llm.models import ModelCall
from config.processes import heartbeats
from tests import factories

pytestmark = pytest.mark.django_db


def status(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    call_command("status", "--json")
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_documents_are_counted_by_status_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    factories.document()
    factories.document()
    factories.document(status=Status.FAILED, reason_code="encrypted")
    assert status(capsys)["documents"] == {"by_status": {"ready": 2, "failed": 1}, "by_reason": {"encrypted": 1}}


def test_waiting_work_shows_its_age(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(capsys)["oldest_waiting_seconds"] is None
    Step.objects.create(revision=factories.document().revisions.get(), stage="extract")
    facts = status(capsys)
    assert facts["steps"] == {"waiting": 1}
    assert isinstance(facts["oldest_waiting_seconds"], float)


def test_processes_and_models_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    heartbeats.write_heartbeat("worker")
    facts = status(capsys)
    heard = facts["heartbeats"]
    assert isinstance(heard, dict)
    assert heard["web"] is None
    assert 0.0 <= heard["worker"] < 30.0
    assert facts["open_turns"] == 0
    models = facts["models"]
    assert isinstance(models, dict)
    assert (models["answer"], models["embed"]) == ("offline-extractive", "offline-ngrams")


def test_people_get_lines(capsys: pytest.CaptureFixture[str]) -> None:
    factories.document()
    call_command("status")
    assert "1 ready" in capsys.readouterr().out


def test_a_budget_of_imports_is_shown_with_what_is_spent_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(capsys)["import_budget"] is None
    ImportBudget.objects.create(daily_tokens=500)
    ModelCall.objects.create(reference="document:1", input_tokens=10, output_tokens=2, seconds=1.0)
    assert status(capsys)["import_budget"] == {
        "tokens": {"spent": 12, "limit": 500},
        "cost": {"spent": 0.0, "limit": None},
    }
    call_command("status")
    assert "imports today 12 of 500 tokens" in capsys.readouterr().out
