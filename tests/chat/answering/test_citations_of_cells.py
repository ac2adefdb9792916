"""A workbook from import to answer: what proves a sentence is a cell of a sheet."""

import io
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from openpyxl import Workbook

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.lifecycle.import_documents import import_paths
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

QUESTION = "Was kostet die Trauung auf der Wilmeperle?"


@pytest.fixture
def fees(transactional_db: None, tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.active.title = "Standesamt"
    for row in (["Leistung", "Euro"], ["Trauung auf der Wilmeperle", 420], ["Urkunde", 12]):
        workbook.active.append(row)
    buffer = io.BytesIO()
    workbook.save(buffer)
    (tmp_path / "gebühren.xlsx").write_bytes(buffer.getvalue())
    import_paths([tmp_path], "amt")


def test_passages_and_citations_name_sheet_and_cells(fees: None) -> None:
    result = async_to_sync(search)(QUESTION, SearchRequest(collections=["amt"]), ledger=Ledger())
    (passage,) = [each for each in result.as_json()["documents"][0]["passages"] if each["kind"] == "content"]
    assert (passage["sheet"], passage["cells"], passage["page"]) == ("Standesamt", "A1:B3", 1)


def test_a_citation_opens_its_cell(fees: None, collect: Collect, client: Client) -> None:
    reply = 'Die Trauung kostet 420 Euro [1].\n\nBELEGE\n[1] "Trauung auf der Wilmeperle | 420"'
    end = collect(QUESTION, model=FakeLanguageModel(reply))[-1]
    assert isinstance(end, TurnDone)
    (citation,) = end.citations
    assert (citation.sheet, citation.cells, citation.place) == ("Standesamt", "A2:B2", "gebühren, Standesamt!A2:B2")
    assert load_turn_done_event(Turn.objects.get(pk=end.turn)).citations == end.citations
    html = client.get(citation.url).content.decode()
    assert '<td id="B2" class="quoted"><mark>420</mark></td>' in html
