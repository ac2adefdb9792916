import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import Workbook

from apps.documents.lifecycle.import_documents import import_paths
from tests import factories

pytestmark = pytest.mark.django_db


def pages(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("pages", *arguments, "--collection", "amt")
    return capsys.readouterr().out


def test_the_text_of_each_page_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    document = factories.document(["eins", "zwei"], collection=factories.collection("amt"), embed=False)
    listed = json.loads(pages(capsys, document.external_id, "--json"))
    assert listed == {"pages": [{"page": 1, "text": "eins", "sheet": None}, {"page": 2, "text": "zwei", "sheet": None}]}
    assert pages(capsys, document.external_id) == "--- 1 ---\neins\n\n--- 2 ---\nzwei\n"


def test_pages_of_a_sheet_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gebühren.csv").write_text("Leistung;Euro\nHund;120\n", encoding="utf-8")
    import_paths([tmp_path], "amt")
    assert [page["sheet"] for page in json.loads(pages(capsys, "gebühren.csv", "--json"))["pages"]] == ["gebühren"]


def test_numbers_that_a_sheet_rounds_are_told_as_they_are_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbook = Workbook()
    workbook.active.append(["Bauamt", 0.853])
    workbook.active["B1"].number_format = "0%"
    workbook.save(tmp_path / "quoten.xlsx")
    import_paths([tmp_path], "amt")
    (page,) = json.loads(pages(capsys, "quoten.xlsx", "--json"))["pages"]
    assert ("85 %" in page["text"], page["stored"]) == (True, {"B1": "0.853"})


def test_an_unknown_document_is_wrong_use_and_one_without_pages_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leer.txt").write_text("")
    import_paths([tmp_path], "amt")
    with pytest.raises(CommandError, match=r"no document 'x\.pdf'") as unknown:
        pages(capsys, "x.pdf")
    assert unknown.value.returncode == 2
    with pytest.raises(CommandError, match=r"'leer\.txt' has no pages") as empty:
        pages(capsys, "leer.txt")
    assert empty.value.returncode == 1
