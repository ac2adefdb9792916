"""Answers outlive their sources and say so."""

from importlib import import_module
from typing import get_args

import pytest
from django.apps import apps
from django.db import connection

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Citation, Conversation, Turn
from apps.chat.privacy.mark_withdrawn_citations import remove_conflict_notices, turns_with_conflict
from apps.chat.privacy.redact_withdrawn_sentences import PIECES, redact_html
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource
from apps.chat.proof.unsupported_claims import Kind
from apps.chat.rendering.answer_html import CitationLink, render_answer_html
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


PAGE = "Herr Max Müller zahlt monatlich 45 Euro Miete. Frau Kara zahlt eine Kaution. Der Ausweis kostet drei Euro."
OTHER = "Das Bad öffnet um neun Uhr."


def proved(reply: str, gone: Document, kept: Document) -> Turn:
    """The stored turn of a model's reply, in which [1] is the page of `gone` and [2] that of `kept`."""
    pages = ((1, gone, PAGE), (2, kept, OTHER))
    sources = [NumberedSource(n, one.pk, "id", "Titel", 1, text, PageText(text)) for n, one, text in pages]
    cited = prove_answer(reply, sources)
    links = {
        one.link: CitationLink(one.number, f"/documents/{one.document_id}/pages/1/", "Titel") for one in cited.citations
    }
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(language="de"),
        number=1,
        question="?",
        state="done",
        answer=cited.text,
        answer_html=render_answer_html(cited.marked, links, sentences=cited.sentences),
        sentences=[one.as_json() for one in cited.sentences if one.has_words],
        warnings=[*cited.warnings, {"kind": "stopped", "text": "Sie haben diese Antwort beendet."}],
    )
    for one in cited.citations:
        Citation.objects.create(
            turn=turn, number=one.number, document_id=one.document_id, page=1, quote=one.quote, verified=True
        )
    return turn


AGAINST = "Herr Max Müller zahlt monatlich 54 Euro Miete [1]."
UNRELATED = "Zwölf Schafe grasen hinterm Deich [1]."
DOUBTED = "Frau Kara Weber zahlt eine Kaution [1]."
QUOTES = (
    '\n\nBelege:\n[1] "Herr Max Müller zahlt monatlich 45 Euro Miete."\n[1] "Frau Kara zahlt eine Kaution."\n'
    '[2] "Das Bad öffnet um neun Uhr."'
)


@pytest.mark.parametrize("sentence", [AGAINST, UNRELATED, DOUBTED])
def test_a_sentence_that_its_source_does_not_say_is_covered_as_well(sentence: str) -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = proved(f"{OTHER[:-1]} [2]. {sentence} {OTHER[:-1]} [2].{QUOTES}", gone, kept)
    told = sentence.removesuffix(" [1].")
    assert told.split()[0] in turn.answer_html
    assert turn.sentences[1]["citations"] == [turn.citations.get(document=gone).number]
    receipt = withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert receipt.tables["chat_sentence"] == {"marked": 1}
    left = f"{turn.answer} {turn.answer_html} {turn.warnings} {turn.sentences}"
    assert [word for word in told.split() if word in left] == []
    assert turn.answer_html.count('<span class="source-withdrawn">Quelle zurückgezogen</span>') == 1
    assert turn.answer_html.count(f'href="/documents/{kept.pk}/') == 2
    assert turn.answer_html.count("Das Bad öffnet um neun Uhr") == 2


def test_warnings_about_what_stays_stay() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = proved(f"{AGAINST} Das Bad öffnet um neun Uhr für 70 Euro [2].{QUOTES}", gone, kept)
    withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert {one["text"] for one in turn.warnings} == {
        "[Quelle zurückgezogen]",
        "70 Euro",
        "Sie haben diese Antwort beendet.",
    }


def test_an_answer_whose_sentence_is_not_found_in_its_html_is_shown_as_its_text() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = proved(f"{AGAINST} {OTHER[:-1]} [2].{QUOTES}", gone, kept)
    html = turn.answer_html.replace("monatlich", "im Monat")
    Turn.objects.filter(pk=turn.pk).update(answer_html=html)
    withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert turn.answer_html.strip() == "<p>[Quelle zurückgezogen] Das Bad öffnet um neun Uhr [2].</p>"


def test_a_sentence_is_covered_where_it_stands_though_another_has_its_words() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    html = (
        '<p>drei Euro [2]. <small class="proof-level verbatim" data-sentence="0">✓ belegt</small> drei Euro [1]. '
        '<small class="proof-level verbatim" data-sentence="1">✓ belegt</small></p>'
    )
    turn = answered(gone, kept, ([2], [1]))
    sentences = [one | {"text": "drei Euro."} for one in turn.sentences]
    Turn.objects.filter(pk=turn.pk).update(answer_html=html, sentences=sentences)
    withdraw_documents([gone.pk])
    turn.refresh_from_db()
    assert turn.answer_html.startswith("<p>drei Euro [2].")
    assert turn.answer_html.count("drei") == 1


def test_a_second_withdrawal_leaves_the_bars_of_the_first() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = answered(gone, kept)
    withdraw_documents([gone.pk])
    receipt = withdraw_documents([kept.pk])
    turn.refresh_from_db()
    assert receipt.tables["chat_sentence"] == {"marked": 1}
    assert turn.answer == "- [Quelle zurückgezogen]\n- [Quelle zurückgezogen]"
    assert turn.answer_html.count("source-withdrawn") == 2
    assert "Euro" not in turn.answer_html


def test_what_an_earlier_withdrawal_left_readable_is_covered_by_the_migration() -> None:
    gone, kept = factories.document(embed=False), factories.document(embed=False)
    turn = proved(f"{AGAINST} {OTHER[:-1]} [2].{QUOTES}", gone, kept)
    number = turn.citations.get(document=gone).number
    before, warnings = turn.answer_html, turn.warnings
    withdraw_documents([gone.pk])
    Turn.objects.filter(pk=turn.pk).update(answer_html=before, warnings=warnings)
    other = proved(f"{AGAINST}{QUOTES}", kept, gone)
    import_module("apps.chat.migrations.0035_cover_doubted_sentences").cover(apps, connection.schema_editor())
    turn.refresh_from_db()
    assert number in turn.sentences[0]["citations"]
    assert turn.answer_html.strip() == "<p>[Quelle zurückgezogen] Das Bad öffnet um neun Uhr [2].</p>"
    assert [one["text"] for one in turn.warnings] == ["[Quelle zurückgezogen]", "Sie haben diese Antwort beendet."]
    assert Turn.objects.get(pk=other.pk).answer_html == other.answer_html


def test_every_doubt_is_known_as_a_piece_of_the_answer() -> None:
    assert frozenset({"unproved_sentence", *get_args(Kind)}) == PIECES


def test_a_blank_of_a_form_is_no_sentence_to_be_covered() -> None:
    html = "<table><tr><td>Unterschrift</td><td>Datum</td><td>______</td></tr></table>"
    covered = redact_html(html, ["Unterschrift", "Datum", "______"], {0, 1, 2}, "weg")
    assert covered is not None
    assert (covered.count("<td>"), "Datum" in covered) == (3, False)
