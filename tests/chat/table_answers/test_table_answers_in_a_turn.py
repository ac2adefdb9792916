"""From a question on a table to the stored turn: code works it out, every figure opens its cells, no model is asked."""

import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from apps.chat.ai_notices import TABLE_ARITHMETIC, WORKED_OUT_LABEL, answer_label, is_ai_generated
from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TextDelta, TurnDone
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Document
from tests import factories
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

FIRST = (
    "### Wie viele Kinder sind vorgemerkt?\n\n| Ortsteil | Kinder |\n| --- | --- |\n| Westend | 1.020 |\n\n"
    "Bericht Seite 1 von 2"
)
SECOND = "| Ortsteil | Kinder |\n| --- | --- |\n| Hafen | 57 |\n| Summe | 1.077 |\n\nDas waren mehr als zuvor."
REPLY = 'Es sind mehr [1].\n\nBELEGE\n[1] "Das waren mehr als zuvor"'


@pytest.fixture
def children(transactional_db: None) -> Document:
    return factories.document([FIRST, SECOND], title="Vormerkungen", external_id="kinder.pdf")


@pytest.fixture
def workbook(transactional_db: None, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Standesamt"
    for row in (["Trauung", "Gebühr in Euro"], ["im Rathaus", 60.5], ["auf dem Schiff", 420], ["im Saal", 220]):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    (tmp_path / "trauungen.xlsx").write_bytes(buffer.getvalue())
    import_paths([tmp_path], "amt")


def done(events: list[object]) -> TurnDone:
    assert isinstance(events[-1], TurnDone)
    return events[-1]


def test_a_sum_over_two_pages_cites_the_cells_of_both(children: Document, collect: Collect) -> None:
    model = FakeLanguageModel(REPLY)
    events = collect("Wie viele Kinder sind insgesamt vorgemerkt?", model=model)
    end = done(events)
    assert model.calls == []
    assert end.answer.splitlines()[0] == "Die Summe ist 1.077 [1][2]:"
    assert "".join(event.text for event in events if isinstance(event, TextDelta)).strip() == end.answer
    cited = {(citation.page, citation.quote) for citation in end.citations}
    assert cited == {(1, "Westend 1.020"), (2, "Hafen 57")}
    assert [sentence["level"] for sentence in end.sentences] == ["verbatim"] * 3
    assert Turn.objects.get(pk=end.turn).model == TABLE_ARITHMETIC


def test_figures_of_a_workbook_open_their_cells(workbook: None, collect: Collect) -> None:
    end = done(collect("Welche Trauung hat die höchste Gebühr?", model=FakeLanguageModel(REPLY)))
    assert end.answer.startswith("Der größte von 3 Werten ist 420 Euro [1]:")
    assert {citation.cells for citation in end.citations} == {"A3:B3"}


def test_what_no_table_answers_is_left_to_the_model(children: Document, collect: Collect) -> None:
    model = FakeLanguageModel(REPLY)
    end = done(collect("Wie viele Hunde sind insgesamt vorgemerkt?", model=model))
    assert len(model.calls) == 1
    assert end.model != TABLE_ARITHMETIC


def test_the_result_is_called_the_work_of_rules() -> None:
    assert not is_ai_generated("done", TABLE_ARITHMETIC, "Die Summe ist 3.")
    assert answer_label("done", TABLE_ARITHMETIC, "Die Summe ist 3.") == str(WORKED_OUT_LABEL)
