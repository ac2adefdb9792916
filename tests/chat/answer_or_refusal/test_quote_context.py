"""What stands around a quote on its page is shown, whatever it says: no rule decides whether it narrows the quote."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from apps.chat.answer_or_refusal.quote_context import LONGEST_CONTEXT, NO_CONTEXT, QuoteContext, quote_contexts
from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.slack.message_blocks import render_blocks
from apps.chat.models import Citation, Turn
from apps.chat.privacy.export_conversation import conversation_text
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.types import ProvedCitation
from apps.chat.turn_state.turn_events import CitationView, TurnDone
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from apps.documents.parsing.formats.detect_media_type import MARKDOWN
from apps.documents.parsing.formats.plain_text import parse_text
from tests import factories
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

BEFORE = "Das Kärtchen ist blau."
FIRST, NEXT = "Der Ausweis gilt zehn Jahre.", "Für Personen unter 24 Jahren sind es sechs Jahre."


def cited(text: str, *quotes: str, page: int = 1) -> list[ProvedCitation]:
    read = PageText(text)
    return [
        ProvedCitation(1, link, 7, "x", "X", page, quote, read, read.locate(quote)) for link, quote in enumerate(quotes)
    ]


def following_sentences(citations: list[ProvedCitation]) -> list[str]:
    return [context.following for context in quote_contexts(citations)]


def context_of(text: str, quote: str = FIRST) -> QuoteContext:
    (context,) = quote_contexts(cited(text, quote))
    return context


@pytest.mark.parametrize(
    ("text", "preceding"),
    [
        (f"{NEXT} {FIRST}", NEXT),
        (f"Ende. Für Personen unter\n24 Jahren sind es sechs Jahre.\n{FIRST}", NEXT),
        (f"Das sind Gerüchte. Niemand glaube sie.\n\n{FIRST}", "Niemand glaube sie."),
        (f"Falsch ist:\n\n- Er kostet nichts.\n- Er ist blau. {FIRST}", "Er ist blau."),
        (f"Falsch ist:\n\n- Er kostet nichts.\n- {FIRST}", "Falsch ist:"),
        (f"Falsch ist:\n\n- Er kostet nichts.\n- {FIRST} {NEXT}", "Falsch ist:"),
        (f"{NEXT}\n\n## Ausweise\n\n{FIRST}", ""),
        (f"{NEXT}\n\n## Ausweise\n\n- Er ist blau.\n- {FIRST}", ""),
        (f"| a | b |\n|---|---|\n| 1 | 2 |\n\n{FIRST}", ""),
        (f"## {FIRST}", ""),
        (FIRST, ""),
        (f"Davor:\n\n- Gerüchte aus dem Ortsteil:\n  - Er kostet nichts.\n  - {FIRST}", "Gerüchte aus dem Ortsteil:"),
        (f"Davor:\n\n- Gerüchte:\n  - Er kostet nichts.\n- {FIRST}", "Davor:"),
        (f"Gestern.\n\n> Aus der Büttenrede des Prinzen:\n> {FIRST}", "Aus der Büttenrede des Prinzen:"),
        (
            f"Die Gegner schreiben:\n\n| a | Gerücht |\n|---|---|\n| bb | cc |\n| dd | {FIRST} |",
            "Die Gegner schreiben: a · Gerücht",
        ),
        (
            f"| Art | Gilt in *Jahren* | | Für |\n|---|---|---|---|\n| bb | cc | | {FIRST} |",
            "Art · Gilt in Jahren · Für",
        ),
        (
            f"Die Steuer beträgt jährlich\n\n| Hund | Steuer |\n|---|---|\n| bb | cc |\n| dd | {FIRST} |",
            "Die Steuer beträgt jährlich · Hund · Steuer",
        ),
        (f"Erste Zeile der Büttenrede: {FIRST}", "Erste Zeile der Büttenrede:"),
        (f"Der Prinz reimte lustig – {FIRST}", "Der Prinz reimte lustig –"),
        (f"Es war einmal. Der Prinz reimte lustig – {FIRST}", "Es war einmal. Der Prinz reimte lustig –"),
        (f"Gerüchte\n========\n\n{FIRST}", "Gerüchte"),
        (f"Gerüchte.\n\n---\n\n{FIRST}", "Gerüchte."),
    ],
)
def test_the_sentence_before_or_what_leads_to_the_list_is_shown(text: str, preceding: str) -> None:
    assert context_of(text).preceding == preceding


@pytest.mark.parametrize(
    ("text", "section"),
    [
        (f"# Quiz\n\n## Falsche Antworten\n\n{FIRST}", "Quiz › Falsche Antworten"),
        (f"# Quiz\n\n## Falsche Antworten ##\nWort. {FIRST}\n\n## Danach", "Quiz › Falsche Antworten"),
        (f"# X\n\n## **Falsche** [Antworten](https://stadt.example/q)\n\n{FIRST}", "Falsche Antworten"),
        (f"## Quiz\n\n### {FIRST}", "Quiz"),
        (f"{FIRST}\n\n## Danach", ""),
    ],
)
def test_the_headings_above_are_shown_but_not_the_title_again(text: str, section: str) -> None:
    assert context_of(text).section == section


def test_of_what_stands_before_the_end_is_kept() -> None:
    context = context_of(f"## {'Titel ' * 100}Ende\n\nDas {'lange ' * 100}Ende. {FIRST}")
    assert context.section.startswith("… Titel")
    assert context.preceding.startswith("… lange")
    assert context.section.endswith("Ende")
    assert context.preceding.endswith("Ende.")


def test_the_rest_of_its_own_sentence_is_shown_before_the_next() -> None:
    assert (
        context_of(f"{FIRST[:-1]}, behauptet der Prinz. {NEXT}", FIRST[:-1]).following
        == f"… , behauptet der Prinz. {NEXT}"
    )


def test_what_the_answer_quotes_before_is_not_said_twice() -> None:
    assert [one.preceding for one in quote_contexts(cited(f"{NEXT} {FIRST}", FIRST, NEXT))] == ["", ""]


def test_a_quote_that_is_not_found_has_no_context() -> None:
    assert quote_contexts(cited(f"{NEXT} {FIRST}", "Davon steht hier nichts.")) == [NO_CONTEXT]


@pytest.mark.parametrize(
    ("text", "following"),
    [
        (f"{FIRST} {NEXT}", NEXT),
        (f"{FIRST}\nFür Personen unter\n24 Jahren sind es sechs Jahre. Ende.", NEXT),
        (f"- {FIRST} {NEXT}\n- Noch etwas.", NEXT),
        (f"{FIRST}\n\n{NEXT}", ""),
        (f"- {FIRST}\n- {NEXT}", ""),
        (f"# {FIRST}\n{NEXT}", ""),
        (f"{FIRST}\n| a | b |\n|---|---|", ""),
        (f"{NEXT} {FIRST}", ""),
        (FIRST, ""),
    ],
)
def test_it_stands_in_the_same_paragraph_or_item(text: str, following: str) -> None:
    assert following_sentences(cited(text, FIRST)) == [following]


def test_what_the_answer_quotes_is_not_said_twice() -> None:
    text = f"{FIRST} {NEXT} Er kostet 37 Euro."
    assert following_sentences(cited(text, FIRST, "sind es sechs Jahre")) == ["", "Er kostet 37 Euro."]


def test_the_same_words_quoted_of_another_page_do_not_count() -> None:
    citations = [*cited(f"{FIRST} {NEXT}", FIRST), *cited(NEXT, NEXT, page=2)]
    assert following_sentences(citations) == [NEXT, ""]


def test_links_are_shown_by_their_words() -> None:
    text = f"{FIRST} Mehr in der [Satzung](https://stadt.example/b)."
    assert following_sentences(cited(text, FIRST)) == ["Mehr in der Satzung."]


def test_of_a_long_sentence_the_beginning_is_shown() -> None:
    (shown,) = following_sentences(cited(f"{FIRST} Das {'lange ' * 100}Ende.", FIRST))
    assert shown.startswith("Das lange")
    assert shown.endswith(" …")
    assert len(shown) <= LONGEST_CONTEXT + 2


@pytest.mark.parametrize(
    ("text", "following"),
    [
        (
            "Er beginnt um\n\n7.30 Uhr und endet um 13.00 Uhr. Danach ist Ruhe.",
            "Er beginnt um 7.30 Uhr und endet um 13.00 Uhr.",
        ),
        ("Davon sind ausgenommen:\n- Hunde", "Davon sind ausgenommen: …"),
        ("Davon sind ausgenommen:\n1. Hunde,\n2. Katzen,\n3. Vögel.", "Davon sind ausgenommen: …"),
        ("Das gilt für alle die\n\n12\n\nTeil zwei.", "Das gilt für alle die …"),
        ("Das gilt für Kinder\n\n2.1 Gebühren\n\nText.", "Das gilt für Kinder …"),
        ("Er gilt nur für\n\nb) Hunde.", "Er gilt nur für …"),
        ("Er heißt „Martin.“ Mehr", "Er heißt „Martin.“"),
    ],
)
def test_what_a_gap_tears_is_whole_and_what_is_not_ends_with_dots(text: str, following: str) -> None:
    assert following_sentences(cited(f"{FIRST} {text}", FIRST)) == [following]


@pytest.mark.parametrize(
    ("text", "quote", "following"),
    [
        (
            "Die Gebühr beträgt 45 Euro.¹\n\nAuskunft gibt das Amt.\n\n¹ in Tausend Euro",
            "Die Gebühr beträgt 45 Euro.",
            "in Tausend Euro",
        ),
        (
            "Die Gebühr beträgt 45 Euro* im Jahr.\n\n* Auswärtige: 90 Euro",
            "Die Gebühr beträgt 45 Euro* im Jahr.",
            "Auswärtige: 90 Euro",
        ),
        (
            "Die Gebühr beträgt 45 Euro.[^1] Sie ist fällig.\n\n[^1]: Stand 2012",
            "Die Gebühr beträgt 45 Euro.",
            "Sie ist fällig. Stand 2012",
        ),
        (
            "| Art | Euro |\n|---|---|\n| Erwachsene* | 45 |\n\n(*: ab 18 Jahren)",
            "| Erwachsene* | 45 |",
            "ab 18 Jahren",
        ),
        ("Die Gebühr beträgt 45 Euro.²\n\n¹ Stand 2012", "Die Gebühr beträgt 45 Euro.", ""),
        ("1) Die Gebühr beträgt 45 Euro.\n\n1) Stand 2012", "1) Die Gebühr beträgt 45 Euro.", ""),
    ],
)
def test_the_notes_whose_signs_it_carries_are_shown_whatever_they_say(text: str, quote: str, following: str) -> None:
    assert context_of(text, quote).following == following


def test_the_note_of_a_raised_figure_is_found_in_a_text_as_it_is_stored() -> None:
    raw = (
        "Die Gebühr beträgt 45 Euro.¹ Auskunft gibt das Amt.\n\n| Straße | Bäume |\n|---|---|\n| Eichenweg | 1.200² |"
        "\n\n¹ in Tausend Euro\n² geschätzt"
    )
    text = parse_text(raw.encode(), MARKDOWN).pages[0].text
    assert context_of(text, "Die Gebühr beträgt 45 Euro.").following.endswith(" in Tausend Euro")
    assert context_of(text, "| Eichenweg | 1.200 (2) |").following == "geschätzt"


def test_a_note_that_the_answer_quotes_is_not_said_twice() -> None:
    text = "Die Gebühr beträgt 45 Euro.¹\n\n¹ Für Vereine beträgt sie 20 Euro."
    assert following_sentences(cited(text, "Die Gebühr beträgt 45 Euro.", "Für Vereine beträgt sie 20 Euro.")) == [
        "",
        "",
    ]


@pytest.fixture
def answered(collect: Collect, transactional_db: None) -> TurnDone:
    factories.document([f"## Gültigkeit\n\n{BEFORE} {FIRST} {NEXT}"], title="Ausweise")
    end = collect("Wie lange gilt der Ausweis?", model=FakeLanguageModel(f'{FIRST} [2]\n\nBELEGE\n[2] "{FIRST}"'))[-1]
    assert isinstance(end, TurnDone)
    return end


def test_every_way_to_the_reader_shows_it(answered: TurnDone, client: Client) -> None:
    turn = Turn.objects.get(pk=answered.turn)
    told = {"section": "Gültigkeit", "preceding": BEFORE, "following": NEXT}
    assert [one.as_json() | told for one in answered.citations] == [one.as_json() for one in answered.citations]
    assert load_turn_done_event(turn).citations == answered.citations
    with translation.override("de"):
        blocks = render_blocks(Answer("Ja [1].", "de", "t", answered.citations))
        texts = conversation_text(turn.conversation), str(blocks)
    said = f"Überschrift: „Gültigkeit“ Im Dokument davor: „{BEFORE}“ „{FIRST[:-1]}“ Im Dokument weiter: „{NEXT}“"
    assert [said in text for text in texts] == [True, True]


def test_it_goes_with_its_document(answered: TurnDone) -> None:
    withdraw_documents([Document.objects.get(title="Ausweise").pk])
    citation = Citation.objects.get()
    assert (citation.section, citation.preceding, citation.following) == ("", "", "")
    told = load_turn_done_event(Turn.objects.get(pk=answered.turn)).citations[0].as_json()
    assert not {"section", "preceding", "following"} & set(told)


@pytest.mark.parametrize(
    ("headings", "before", "kept"),
    [
        (1_900, 40, ["preceding", "following"]),
        (1_000, 1_900, ["following"]),
        (40, 40, ["section", "preceding", "following"]),
    ],
)
def test_of_a_long_context_slack_leaves_out_the_headings_first(headings: int, before: int, kept: list[str]) -> None:
    texts = {"section": "A" * headings, "preceding": "B" * before, "following": NEXT}
    view = CitationView(1, "x", "X", 1, FIRST, verified=True, url="/documents/1/pages/1/", **texts)
    blocks = str(render_blocks(Answer("Ja [1].", "de", "t", [view])))
    assert [name for name, text in texts.items() if text in blocks] == kept


def test_the_same_headings_are_not_said_again_of_the_next_quote() -> None:
    quotes = [{"quote": FIRST, "section": section} for section in ("A", "A", "", "A")]
    card = render_to_string("chat/source.html", {"quotes": quotes})
    slots = re.findall(r'data-slot="(section|quote)"', card)
    assert slots == ["section", "quote", "quote", "quote", "section", "quote"]
