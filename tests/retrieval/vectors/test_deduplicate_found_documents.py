"""report.docx and report.pdf are one source; two versions that differ in a figure are two."""

import asyncio
import shutil
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync

from apps.documents.conversion.libreoffice import print_to_pdf
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Document
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.llm.call_ledger import Ledger
from apps.retrieval.query.types import Passage
from apps.retrieval.search.search import search
from apps.retrieval.vectors import deduplicate_found_documents
from apps.text.comparable_letters import comparable_letters
from tests.documents.office_files import docx

pytestmark = pytest.mark.django_db(transaction=True)
RULES = (
    "Wer in der Stadt einen Hund hält, meldet ihn innerhalb von zwei Wochen beim Steueramt an. Die Steuer für den "
    "ersten Hund beträgt {fee} Euro im Kalenderjahr. Für Blindenhunde und Rettungshunde wird auf Antrag keine Steuer "
    "erhoben. Der Antrag ist schriftlich zu stellen; Nachweise über die Ausbildung des Tieres sind beizufügen. Die "
    "Steuermarke ist außerhalb der Wohnung sichtbar zu befestigen und bei der Abmeldung zurückzugeben."
)


def found() -> set[str]:
    result = async_to_sync(search)("Wie hoch ist die Steuer für den ersten Hund?", ledger=Ledger())
    return {passage.external_id for passage in result.passages}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "satzung.txt").write_text(RULES.format(fee=120))
    return tmp_path


def test_the_same_text_under_two_names_is_found_once(folder: Path) -> None:
    (folder / "kopie.html").write_text(f"<p>{RULES.format(fee=120)}</p>")
    import_paths([folder], "amt")
    assert len(found()) == 1
    assert Document.objects.searchable().count() == 2


def test_two_versions_that_differ_in_a_figure_are_both_found(folder: Path) -> None:
    (folder / "neu.html").write_text(f"<p>{RULES.format(fee=150)}</p>")
    import_paths([folder], "amt")
    assert found() == {"satzung.txt", "neu.html"}


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_word_file_and_its_pdf_are_found_once(tmp_path: Path) -> None:
    pages = [RULES.format(fee=120), "Diese Satzung tritt am Tag nach ihrer Bekanntmachung in Kraft. " * 3]
    (tmp_path / "bericht.docx").write_bytes(docx(*pages))
    (tmp_path / "bericht.pdf").write_bytes(asyncio.run(print_to_pdf(docx(*pages), DOCX)))
    import_paths([tmp_path], "amt")
    assert len(found()) == 1
    assert Document.objects.searchable().count() == 2


def test_a_copy_of_a_later_version_is_left_out_though_an_earlier_one_differs(folder: Path) -> None:
    for name in ("neu.html", "neu-kopie.html"):
        (folder / name).write_text(f"<p>{RULES.format(fee=150)}</p>")
    import_paths([folder], "amt")
    assert len(found()) == 2


def test_a_passage_stays_where_the_document_that_holds_it_is_itself_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three near texts the second repeats the first with what was found, and alone holds what the third has."""
    fee, children = "Die Gebühr beträgt drei Euro.", "Kinder zahlen nichts."
    texts = {1: fee, 2: f"{fee} {children}", 3: f"{children} {fee}"}
    letters = comparable_letters
    monkeypatch.setattr(
        deduplicate_found_documents, "letters_of_documents", lambda found: {pk: letters(texts[pk]) for pk in found}
    )
    passages = [near_passage(1, fee), near_passage(2, fee), near_passage(3, children)]
    assert [passage.text for passage in deduplicate_found_documents.drop_repeated_passages(passages)] == [fee, children]
    passages.append(near_passage(2, children))
    assert [passage.document_id for passage in deduplicate_found_documents.drop_repeated_passages(passages)] == [1, 2]


def near_passage(document: int, text: str) -> Passage:
    return Passage(0, document, "", "", "", None, 1, "content", text, 0.5, 0.5, text_fingerprint=5)
