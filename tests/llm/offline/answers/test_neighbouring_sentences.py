"""A sentence that says too little by itself is shown with the one before or behind it."""

import pytest

from apps.llm.offline.answers.collect_candidate_units import candidate_units_of_source
from apps.llm.offline.answers.exclude_other_things_of_same_kind import shares_compound_head
from apps.llm.offline.answers.neighbouring_sentences import leans_on_previous, narrows_sentence
from apps.llm.offline.language_model import answer_from_sources
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock, render_block, render_source_block

CYCLISTS = SourceBlock(
    1,
    "Regeln für Rad Fahrende",
    1,
    "Ab 16 Personen bilden Rad Fahrende einen Verband. Dann dürfen sie zu zweit nebeneinander auf der Fahrbahn fahren.",
)


def test_a_consequence_stands_behind_its_condition() -> None:
    shown = [one.unit.quote.split()[0] for one in select_units("Darf man zu zweit nebeneinander fahren?", [CYCLISTS])]
    assert shown == ["Ab", "Dann"]


def test_both_are_one_paragraph_with_a_quote_each() -> None:
    source = render_source_block(1, CYCLISTS.text, title="Regeln", page=1)
    prompt = f"{source}\n\n{render_block('frage', 'Darf man zu zweit nebeneinander fahren?')}"
    said, _, quotes = answer_from_sources(prompt).partition("BELEGE")
    assert said.strip().startswith("Ab 16 Personen bilden Rad Fahrende einen Verband [1]. Dann dürfen sie")
    assert quotes.count("[1]") == 2


def test_where_one_unit_is_wanted_it_stands_alone() -> None:
    [only] = select_units("Darf man zu zweit nebeneinander fahren?", [CYCLISTS], most_units=1)
    assert only.unit.quote.startswith("Dann")


@pytest.mark.parametrize(
    ("sentence", "leans"),
    [
        ("Dies gilt nicht für Filme und Spiele.", True),
        ("Sie steht allen Eltern offen.", True),
        ("Sie können den Antrag online stellen.", False),
        ("Arbeitnehmer können dies jedoch mit ihrem Arbeitgeber vereinbaren.", True),
        ("Diese Satzung gilt für alle Märkte der Stadt.", False),
        ("Es gibt keine Pflicht zur Anmeldung.", False),
        ("Der Markt beginnt um sieben Uhr.", False),
    ],
)
def test_what_points_to_the_sentence_before_is_told_by_how_it_begins(sentence: str, leans: bool) -> None:
    [only] = candidate_units_of_source(SourceBlock(1, "Ordnung", 1, sentence))
    assert leans_on_previous(only) is leans


CARDS = SourceBlock(
    1,
    "Ausweise",
    1,
    "Der Personalausweis ist zehn Jahre gültig. Für Personen unter 24 Jahren sind es sechs Jahre. "
    "Der Antrag ist persönlich zu stellen.",
)


def test_what_narrows_the_answer_stands_behind_it() -> None:
    shown = [one.unit.quote for one in select_units("Wie lange ist der Personalausweis gültig?", [CARDS])]
    assert shown == [
        "Der Personalausweis ist zehn Jahre gültig.",
        "Für Personen unter 24 Jahren sind es sechs Jahre.",
    ]


@pytest.mark.parametrize(
    ("text", "question", "following"),
    [
        (
            "Er beginnt um\n\n7.00 Uhr und endet um 13.00 Uhr.",
            "Wann ist der Wochenmarkt?",
            "Er beginnt um 7.00 Uhr und endet",
        ),
        ("Er beginnt um 7.00 Uhr.", "Wo ist der Wochenmarkt?", ""),
        ("Er ist bei allen beliebt.", "Wann ist der Wochenmarkt?", ""),
        ("Das Rathaus schließt um 13.00 Uhr.", "Wann ist der Wochenmarkt?", ""),
    ],
)
def test_the_hour_stands_behind_the_day_where_somebody_asks_when(text: str, question: str, following: str) -> None:
    market = SourceBlock(1, "Marktordnung", 1, f"Der Wochenmarkt findet mittwochs auf dem Kornmarkt statt. {text}")
    first, *others = [one.unit.quote for one in select_units(question, [market])]
    assert first == "Der Wochenmarkt findet mittwochs auf dem Kornmarkt statt."
    assert [one[: len(following)] for one in others] == ([following] if following else [])


def test_both_are_proved_together() -> None:
    source = render_source_block(1, CARDS.text, title="Ausweise", page=1)
    said, _, quotes = answer_from_sources(
        f"{source}\n\n{render_block('frage', 'Wie lange ist der Personalausweis gültig?')}"
    ).partition("BELEGE")
    assert said.strip().startswith("Der Personalausweis ist zehn Jahre gültig [1]. Für Personen unter 24 Jahren")
    assert quotes.count("[1]") == 2


@pytest.mark.parametrize(
    ("sentence", "following", "is_narrowed"),
    [
        ("Der Eintritt kostet 4 Euro.", "Für Kinder kostet er 2 Euro.", True),
        ("Das Bad ist bis 20 Uhr geöffnet.", "Während der Ferien schließt es um 18 Uhr.", True),
        ("Hunde dürfen mitgebracht werden.", "Das gilt nicht für Kampfhunde.", True),
        ("The card is valid for ten years.", "For people under 24 it is six years.", True),
        ("Der Eintritt kostet 4 Euro.", "Für Fragen erreichen Sie uns bis 18 Uhr.", False),
        ("Der Eintritt kostet 4 Euro.", "Die Karte kostet 2 Euro.", False),
        ("Für Kinder kostet der Eintritt 2 Euro.", "Für Erwachsene kostet er 4 Euro.", False),
        ("Das Formular ist kostenlos.", "Wenn Sie Fragen haben, rufen Sie uns an.", False),
    ],
)
def test_another_figure_for_a_case_narrows(sentence: str, following: str, is_narrowed: bool) -> None:
    assert narrows_sentence(sentence, following) is is_narrowed


BAZAARS = SourceBlock(
    1,
    "Ordnung für den Wochenbasar und den Herbstbasar",
    1,
    "Der Wochenbasar gehört der Stadt.\n\nDer Herbstbasar liegt im Hof. Er ist am Sonntag von 11 bis 19 Uhr "
    "geöffnet.\n\nTücher sind mitzubringen.",
)


def said_of_bazaars(question: str) -> str:
    return " ".join(one.unit.shown for one in select_units(question, [BAZAARS]))


def test_the_hours_of_another_thing_of_the_same_kind_are_no_answer() -> None:
    assert "11 bis 19 Uhr" in said_of_bazaars("Wann ist der Herbstbasar geöffnet?")
    assert "Uhr" not in said_of_bazaars("Wann ist der Wochenbasar geöffnet?")


@pytest.mark.parametrize(
    ("asked", "said", "is_another"),
    [
        ("herbstbasar", "wochenbasar", True),
        ("urnengrab", "urnenwahlgrab", False),
        ("urnengrab", "grab", False),
        ("anmeld", "abmeld", False),
        ("basar", "wochenbasar", False),
        ("hallenbad", "waldbad", True),
        ("hallenbad", "bad", False),
        ("verband", "vorstand", False),
    ],
)
def test_compounds_with_one_head_are_of_one_kind(asked: str, said: str, *, is_another: bool) -> None:
    assert shares_compound_head(asked, said) is is_another
