"""The workbook of a run holds words in the reader's language, and no JSON in any cell."""

from io import BytesIO

import pytest
from django.utils import translation
from openpyxl import Workbook, load_workbook

from apps.evaluation.import_export.export_run import export_run
from apps.evaluation.models import Comparison, DialogueTurn, Run, RunKind, RunState, Suite, Verdict
from apps.evaluation.models.runs import DialogueTurnState
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db

RAW = '{"overall": 4, "understanding": 4.5, "comment": {"overall": "Das steht so in der Quelle."}}'


@pytest.fixture
def run(suite: Suite, measured: Measured) -> Run:
    run = measured(suite, mean=0.8)
    run.dialogues.update(persona="angry", language="de", score=0.8)
    turn = DialogueTurn.objects.get(dialogue__run=run, dialogue__number=1)
    DialogueTurn.objects.filter(pk=turn.pk).update(state=DialogueTurnState.SCORED)
    Verdict.objects.create(
        turn=turn, state=DialogueTurnState.SCORED, overall=4, criteria={"understanding": 4.5}, raw=RAW,
        reason="Das steht so in der Quelle.",
    )  # fmt: skip
    return run


def book_of(run: Run, language: str) -> Workbook:
    with translation.override(language):
        return load_workbook(BytesIO(export_run(run, "xlsx")))


def cells(book: Workbook) -> list[str]:
    return [str(cell) for sheet in book for row in sheet.values for cell in row if cell is not None]


@pytest.mark.parametrize(
    ("language", "sheets", "heads", "verdict"),
    [
        ("de", ["Dialoge", "Wortwechsel", "Zusammenfassung"], ["Angaben", "Besucher/in", "Antwort", "Urteil"],
         "insgesamt: 4\nVerständnis: 4,5\nDas steht so in der Quelle."),
        ("en", ["Dialogues", "Turns", "Summary"], ["config", "user", "assistant", "check"],
         "overall: 4\nunderstanding: 4.5\nDas steht so in der Quelle."),
    ],
)  # fmt: skip
def test_heads_and_verdicts_are_words_of_the_reader(
    run: Run, language: str, sheets: list[str], heads: list[str], verdict: str
) -> None:
    book = book_of(run, language)
    assert book.sheetnames == sheets
    first = book.worksheets[0]
    assert [cell.value for cell in first[1]][:4] == heads
    assert first["D2"].value == verdict


def test_no_cell_holds_json_or_a_code(run: Run) -> None:
    found = cells(book_of(run, "de"))
    assert not [cell for cell in found if cell.lstrip().startswith(("{", "["))]
    assert not {"scored", "finished", "understanding", "angry", "state"} & {
        word for cell in found for word in cell.replace(":", " ").split()
    }
    assert any("Persona: Verärgert" in cell.splitlines() for cell in found)


def test_a_verdict_that_could_not_be_read_stands_as_it_came(run: Run) -> None:
    Verdict.objects.update(state=DialogueTurnState.UNPARSABLE, raw="Gut gemacht!")
    said = "die Antwort des Richters war nicht lesbar:\nGut gemacht!"
    assert book_of(run, "de").worksheets[0]["D2"].value == said


def test_a_comparison_names_the_winner(suite: Suite) -> None:
    run = Run.objects.create(
        kind=RunKind.COMPARISON, state=RunState.FINISHED, suite=suite,
        options={"a": "hybrid", "b": "model:large", "criteria": [["directness", "?"]]},
        result={"criteria": {"directness": {"wins_a": 1, "interval_95": [0.4, 0.9]}}},
    )  # fmt: skip
    Comparison.objects.create(
        run=run, number=1, question="Was kostet ein Ausweis?", answer_a="Drei Euro.", answer_b="Nichts.",
        results={"directness": "a"}, is_done=True,
    )  # fmt: skip
    book = book_of(run, "de")
    row = [cell.value for cell in book["Vergleiche"][2]]
    assert row[3:5] == ["Wörter und Vektoren", "nein"]
    assert not [cell for cell in cells(book) if cell.startswith(("{", "["))]
    assert "0,40–0,90" in cells(book)
