"""P29: what a document cost is known, or said to be unknown; a model without a price costs nothing only by mistake."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.documents.lifecycle.document_status_for_api import status_of_documents
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Document
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paid(openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    endpoint = Endpoint.objects.create(name="paid", base_url=openai_server.base_url, api_key_variable="")
    ModelOrder.objects.all().delete()
    model = ChatModel.objects.create(name="large", endpoint=endpoint)
    ModelOrder.objects.create(purpose="default", model=model, position=1)
    return openai_server


def costs(folder: Path) -> tuple[float | None, object]:
    """Of the whole import, and of its document."""
    (folder / "eins.txt").write_text("Die Gebühr beträgt drei Euro, für Kinder die Hälfte.")
    cost = import_paths([folder], "amt").cost
    [status] = status_of_documents(list(Document.objects.values_list("pk", flat=True)))
    return cost, status["cost"]


def test_without_a_price_the_cost_is_unknown(paid: FakeOpenAIServer, tmp_path: Path) -> None:
    assert costs(tmp_path) == (None, None)


def test_with_a_price_it_is_known(paid: FakeOpenAIServer, tmp_path: Path) -> None:
    Price.objects.create(
        model_name="large", valid_from=timezone.localdate(), input_per_million=Decimal(1), output_per_million=Decimal(2)
    )
    whole, own = costs(tmp_path)
    assert whole is not None
    assert own == whole > 0


def test_built_in_models_cost_nothing(tmp_path: Path) -> None:
    assert costs(tmp_path) == (0.0, 0.0)


def test_an_import_that_ends_with_an_alarm_has_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from apps.documents.management.commands import import_documents

    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    monkeypatch.setattr(import_documents, "imported", lambda *a: with_alarm(import_paths([tmp_path], "amt")))
    with pytest.raises(SystemExit) as left:
        call_command("import_documents", str(tmp_path), "--collection", "amt")
    assert left.value.code == 1
    assert "withdrawn" in capsys.readouterr().err


def with_alarm(report: Any) -> Any:
    return replace(report, alarm="The source listed no document. Nothing was withdrawn.")
