from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone

from apps.documents.admin.document_costs import document_spending, source_spending
from apps.documents.models import Document, ImportBudget, Listing, Source, SourceKind, Step
from apps.documents.step_scheduling import claims, daily_import_budgets
from apps.llm.models import ModelCall
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("eins", "zwei"):
        (tmp_path / f"{name}.txt").write_text(f"Die Gebühr {name} beträgt drei Euro.")
    return tmp_path


def spent(tokens: int) -> None:
    values = {"purpose": "summarise", "model": "m", "seconds": 0.1, "outcome": "ok"}
    ModelCall.objects.create(reference="document:0", input_tokens=tokens, **values)


def test_without_a_budget_nothing_is_watched(folder: Path) -> None:
    spent(10**9)
    assert not daily_import_budgets.has_any_budget()
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources())
    assert set(Document.objects.values_list("status", flat=True)) == {"ready"}


def test_a_spent_budget_stops_before_the_next_paid_call_says_so_and_goes_on_tomorrow(folder: Path) -> None:
    ImportBudget.objects.create(daily_tokens=1_000)
    spent(1_000)
    _, registered = pipeline_harness.registered(folder)
    model = pipeline_harness.says("Eine Zusammenfassung.")
    pipeline_harness.run_engine(pipeline_harness.resources(summariser=model), registered.revisions)
    assert model.prompts == []
    document = Document.objects.first()
    assert document is not None
    assert document.reason_code == "budget_spent"
    assert "budget" in document.reason or "Budget" in document.reason
    step = Step.objects.get(stage="summarise", revision__document=document)
    assert (step.state, step.failures) == ("waiting", 0)
    assert step.next_retry_at is not None
    assert timezone.localtime(step.next_retry_at).date() > timezone.localdate()
    # A command does not wait for tomorrow.
    assert claims.open_steps(registered.revisions) == 0


def test_calls_under_way_are_counted_so_that_little_is_spent_beyond_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_import_budgets, "NEXT_LOOK", timedelta(0))
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text(f"Die Gebühr {number} beträgt drei Euro.")
    ImportBudget.objects.create(daily_tokens=1_000)
    spent(100)
    _, registered = pipeline_harness.registered(tmp_path)
    pipeline_harness.run_engine(pipeline_harness.resources(), registered.revisions)  # each call takes 110 tokens
    assert 1_000 <= daily_import_budgets.spent_by_imports().tokens < 1_250
    assert Document.objects.filter(reason_code="budget_spent").count() >= 16


def test_before_the_first_call_of_a_day_few_are_made(folder: Path) -> None:
    ImportBudget.objects.create(daily_tokens=1_000)
    pipeline_harness.registered(folder)
    claimed = claims.Worker("w").claim(10)
    paid = {claimed[0].stage}
    (purse,) = daily_import_budgets.budget_demands(claimed, paid)
    assert (purse.others, list(purse.too_many)) == (0, [])
    (purse,) = daily_import_budgets.budget_demands(claimed[:1], paid)
    assert purse.others == 1
    assert list(replace(purse, others=daily_import_budgets.FIRST_CALLS).too_many) == claimed[:1]


def test_a_raised_budget_lets_go_on_at_once(folder: Path) -> None:
    ImportBudget.objects.create(daily_tokens=1_000)
    spent(1_000)
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources())
    ImportBudget.objects.update(daily_tokens=10_000)
    assert daily_import_budgets.release_postponed() == 2
    pipeline_harness.run_engine(pipeline_harness.resources())
    assert set(Document.objects.values_list("status", "reason_code")) == {("ready", "")}


def test_the_budget_of_a_source_stops_its_documents_alone(folder: Path) -> None:
    collection, _ = pipeline_harness.registered(folder)
    source = Source.objects.create(
        name="s", kind=SourceKind.FOLDER, collection=collection, location="x", daily_tokens=0
    )
    Listing.objects.create(source=source, document=Document.objects.get(external_id="eins.txt"), checksum="")
    pipeline_harness.run_engine(pipeline_harness.resources())
    assert dict(Document.objects.values_list("external_id", "reason_code")) == {
        "eins.txt": "budget_spent",
        "zwei.txt": "",
    }


def test_what_was_spent_is_known_for_each_document_and_source(folder: Path) -> None:
    collection, _ = pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources())
    Step.objects.filter(stage="tag").update(cost=Decimal("0.5"))
    document = Document.objects.get(external_id="eins.txt")
    assert (document_spending(document.pk).cost, document_spending(document.pk).tokens) == (Decimal("0.5"), 220)
    source = Source.objects.create(name="s", kind=SourceKind.FOLDER, collection=collection, location="x")
    for each in Document.objects.all():
        Listing.objects.create(source=source, document=each, checksum="")
    assert source_spending(source).of_as_many_as(4).cost == 2
