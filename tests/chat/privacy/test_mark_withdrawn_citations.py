"""Answers outlive their sources and say so."""

import pytest
from django.db import connection

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Citation, Conversation, Turn
from apps.chat.privacy.mark_withdrawn_citations import remove_conflict_notices, turns_with_conflict
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from tests import factories

pytestmark = pytest.mark.django_db


def citation_of(document: Document, number: int = 1) -> Citation:
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=number, question="?")
    return Citation.objects.create(
        turn=turn, number=1, document=document, title=document.title, page=1, quote="drei Euro", verified=True
    )


def test_a_citation_of_a_withdrawn_document_stays_without_its_link() -> None:
    gone, other = factories.document(embed=False), factories.document(embed=False)
    cited, untouched = citation_of(gone), citation_of(other)
    receipt = withdraw_documents([gone.pk])
    cited.refresh_from_db()
    untouched.refresh_from_db()
    assert (cited.url, cited.reason) == ("", "withdrawn")
    assert untouched.url
    assert receipt.tables["chat_citation"] == {"marked": 1}


def test_only_answers_with_a_contradiction_are_read_for_those_that_name_a_withdrawn_document() -> None:
    """There may be millions of answers, and few of them show one."""
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    talk = Conversation.objects.create()
    for number, named in enumerate([[gone.pk, kept.pk], [kept.pk], [kept.pk, gone.pk]], start=1):
        warnings = [{"kind": "unproved", "text": "?"}, {"kind": "conflict", "text": "Geheim", "documents": named}]
        Turn.objects.create(conversation=talk, number=number, question="?", warnings=warnings)
    assert remove_conflict_notices([gone.pk]) == {"chat_turn": 2}
    kinds = [[each["kind"] for each in turn.warnings] for turn in talk.turns.order_by("number")]
    assert kinds == [["unproved"], ["unproved", "conflict"], ["unproved"]]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "turn_with_conflict" in turns_with_conflict().explain()


HTML = (
    "<ul><li>Der Ausweis kostet <strong>drei</strong> Euro "
    '<a class="citation" href="/documents/{gone}/pages/1/?quote=x" title="t">[1]</a>. '
    '<small class="proof-level quoted" data-sentence="0">die Quelle sagt: <q class="proof-quote">drei Euro</q>'
    "</small></li>"
    "<li>Der Pass kostet vier Euro "
    '<a class="citation" href="/documents/{kept}/pages/1/?quote=y" title="t">[2]</a>. '
    '<small class="proof-level verbatim" data-sentence="1">✓ belegt</small></li></ul>'
)
ANSWER = "- Der Ausweis kostet **drei** Euro [1].\n- Der Pass kostet vier Euro [2]."


def answered(gone: Document, kept: Document, numbers: tuple[list[int], list[int]] = ([1], [2])) -> Turn:
    """A turn with a sentence of each of the documents."""
    texts = ("Der Ausweis kostet drei Euro.", "Der Pass kostet vier Euro.")
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(language="de"),
        number=1,
        question="Was kostet das?",
        state="done",
        answer=ANSWER,
        answer_html=HTML.format(gone=gone.pk, kept=kept.pk),
        sentences=[
            {"text": text, "level": "verbatim", "citations": cited, "differences": []}
            for text, cited in zip(texts, numbers, strict=True)
        ],
    )
    for number, document, quote in ((1, gone, "drei Euro"), (2, kept, "vier Euro")):
        Citation.objects.create(
            turn=turn, number=number, document=document, title="Tarif", page=1, quote=quote, verified=True
        )
    return turn


def test_the_sentences_that_a_withdrawn_document_proved_are_covered_everywhere_and_counted() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = answered(gone, kept)
    receipt = withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert receipt.tables["chat_sentence"] == {"marked": 1}
    assert turn.answer == "- [Quelle zurückgezogen]\n- Der Pass kostet vier Euro [2]."
    assert [one["text"] for one in turn.sentences] == ["[Quelle zurückgezogen]", "Der Pass kostet vier Euro."]
    assert turn.sentences[0]["level"] == "without_source"
    assert '<li><span class="source-withdrawn">Quelle zurückgezogen</span> <strong></strong></li>' in turn.answer_html
    assert "Ausweis" not in turn.answer_html
    assert "drei" not in turn.answer_html
    assert f"/documents/{gone.pk}/" not in turn.answer_html
    assert "Der Pass kostet vier Euro" in turn.answer_html
    assert f"/documents/{kept.pk}/" in turn.answer_html


def test_a_sentence_that_another_document_proves_too_stays_without_the_link() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = answered(gone, kept, ([1, 2], [2]))
    receipt = withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert receipt.tables["chat_sentence"] == {"marked": 0}
    assert turn.answer == ANSWER
    assert "Der Ausweis kostet" in turn.answer_html
    assert f"/documents/{gone.pk}/" not in turn.answer_html


def test_of_an_answer_in_which_the_sentence_is_not_found_nothing_is_left() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = answered(gone, kept)
    Turn.objects.filter(pk=turn.pk).update(answer="Ein anderer Wortlaut: drei Euro.")
    withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert turn.answer == "[Quelle zurückgezogen]"


def test_the_source_stays_in_the_box_with_its_reason_and_without_its_quote() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = answered(gone, kept)
    withdraw_documents([gone.pk])
    first, second = load_turn_done_event(Turn.objects.select_related("conversation").get(pk=turn.pk)).citations
    assert (first.title, first.quote, first.url, first.verified, first.withdrawn) == ("Tarif", "", "", False, True)
    assert first.as_json()["withdrawn"] is True
    assert "withdrawn" not in second.as_json()
