import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Collection, Document
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price, Purpose

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "satzung.txt").write_text("Die Hundesteuer beträgt drei Euro. " * 20)
    (tmp_path / "leer.pdf").write_bytes(b"")
    return tmp_path


def estimate(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("import_documents", str(folder), "--collection", "amt", "--estimate", "--json", *options)
    return json.loads(capsys.readouterr().out)


def test_it_says_what_an_import_would_take_and_stores_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = estimate(folder, capsys)
    assert (made["found"], made["new"], made["unreadable"], made["pages"]) == (2, 2, 1, 1)
    assert made["model_calls"] == {"summarise": 1, "tag": 1, "embed": 1}
    assert made["tokens"] > 200
    assert made["cost"] == 0.0
    assert not Collection.objects.exists()


def test_it_uses_the_prices_of_the_models_that_would_be_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    endpoint = Endpoint.objects.create(name="haus", base_url="http://127.0.0.1:9/v1")
    model = ChatModel.objects.create(name="gross", endpoint=endpoint)
    ModelOrder.objects.all().delete()
    ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=model, position=1)
    without = estimate(folder, capsys)
    assert (without["cost"], without["unpriced"]) == (None, ["gross"])
    Price.objects.create(model_name="gross", valid_from="2020-01-01", input_per_million=2, output_per_million=10)
    priced = estimate(folder, capsys)
    written = 260
    assert priced["models"]["summarise"] == "gross"
    assert priced["cost"] > float(Decimal(written) * 10 / 1_000_000)


def test_what_is_there_already_costs_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("import_documents", str(folder), "--collection", "amt", "--json")
    capsys.readouterr()
    before = Document.objects.count()
    made = estimate(folder, capsys)
    assert (made["new"], made["changed"], made["tokens"], made["model_calls"]) == (0, 0, 0, {})
    assert made["unchanged"] == before


def test_people_read_it_in_sentences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_documents", str(folder), "--collection", "amt", "--estimate")
    assert "Model calls: 1 summarise, 1 tag, 1 embed." in capsys.readouterr().out


def test_sources_that_are_fetched_are_estimated_in_the_admin() -> None:
    with pytest.raises(CommandError, match="--no-fetch"):
        call_command("import_documents", "x", "--collection", "amt", "--source", "cms", "--estimate")
