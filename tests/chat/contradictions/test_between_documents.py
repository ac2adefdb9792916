"""An answer that meets a contradiction between two documents shows both sentences, and forgets them on withdrawal."""

import pytest

from apps.chat.channels.interface.channel_answer import build_answer
from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.conflicts.detection.compare_documents import compare_document
from apps.conflicts.models import Conflict, ConflictState
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from tests import factories
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel
from tests.tables import tables_with

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
FORTY = "Die Gebühr für einen Anwohnerparkausweis beträgt 40 Euro im Jahr."
GOOD = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
OTHER = 'Die Hundesteuer beträgt 120 Euro [1].\n\nBELEGE\n[1] "beträgt 120 Euro im Jahr"'


@pytest.fixture
def leaflet(fees: Document) -> Document:
    """Found by its contradiction alone: it is not embedded, so that no question finds it."""
    leaflet = factories.document([FORTY], title="Merkblatt Parken", date="2024-05-01", embed=False)
    compare_document(fees)
    compare_document(leaflet)
    return leaflet


def ended(collect: Collect, reply: str, question: str = QUESTION) -> TurnDone:
    end = collect(question, model=FakeLanguageModel(reply))[-1]
    assert isinstance(end, TurnDone)
    return end


def conflicts_of(end: TurnDone) -> list[str]:
    return [str(warning["text"]) for warning in end.warnings if warning["kind"] == "conflict"]


def test_both_sentences_stand_below_the_answer_with_page_and_date(collect: Collect, leaflet: Document) -> None:
    end = ended(collect, GOOD)
    [text] = conflicts_of(end)
    for words in (
        FORTY,
        "30,70 Euro im Jahr",
        "Merkblatt Parken, Seite 1, 01.05.2024",
        "Gebühren und Steuern, Seite 1",
    ):
        assert words in text
    assert FORTY in end.answer_html
    assert f'href="/documents/{leaflet.pk}/pages/1/?quote=' in end.answer_html


def test_chat_platforms_are_told_the_same(collect: Collect, leaflet: Document) -> None:
    assert any(FORTY in notice for notice in build_answer(ended(collect, GOOD), "de").notices)


def test_an_answer_about_something_else_shows_nothing(collect: Collect, leaflet: Document) -> None:
    end = ended(collect, OTHER, "Wie hoch ist die Hundesteuer?")
    assert "Hundesteuer" in end.answer_html
    assert conflicts_of(end) == []


def test_what_an_editor_dismissed_is_not_shown(collect: Collect, leaflet: Document) -> None:
    Conflict.objects.update(state=ConflictState.DISMISSED)
    assert conflicts_of(ended(collect, GOOD)) == []


def test_nothing_is_shown_once_the_other_document_is_out_of_search(collect: Collect, leaflet: Document) -> None:
    Document.objects.filter(pk=leaflet.pk).update(status="failed")
    assert conflicts_of(ended(collect, GOOD)) == []


def test_a_withdrawn_document_leaves_old_answers(collect: Collect, leaflet: Document) -> None:
    end = ended(collect, GOOD)
    assert tables_with("beträgt 40 Euro")
    withdraw_documents([leaflet.pk])
    assert tables_with("beträgt 40 Euro") == []
    turn = Turn.objects.get(pk=end.turn)
    assert "30,70" in turn.answer_html
    assert "conflict" not in turn.answer_html


def test_a_withdrawn_document_leaves_the_contradictions_of_others(
    collect: Collect, leaflet: Document, fees: Document
) -> None:
    other = factories.document([FORTY.replace("40", "50")], title="Merkblatt Bewohner", date="2023-01-01", embed=False)
    compare_document(other)
    end = ended(collect, GOOD)
    assert len(conflicts_of(end)) == 2
    withdraw_documents([other.pk])
    turn = Turn.objects.get(pk=end.turn)
    [left] = [warning["documents"] for warning in turn.warnings if warning["kind"] == "conflict"]
    assert set(left) == {leaflet.pk, fees.pk}
    assert FORTY in turn.answer_html
    assert "50 Euro" not in turn.answer_html


def test_markup_in_a_sentence_is_shown_as_text(collect: Collect, fees: Document) -> None:
    evil = "<script>x</script> Die Gebühr für einen Anwohnerparkausweis beträgt 40 Euro im Jahr."
    compare_document(fees)
    compare_document(factories.document([evil], title="<b>Merkblatt</b>", embed=False))
    html = ended(collect, GOOD).answer_html
    assert "<script" not in html
    assert "<b>" not in html
