"""What of a page can be read by itself."""

import pytest

from apps.llm.offline.answers.whole_sentences import readable_units
from apps.text.quotable_units import units


def shown(text: str) -> list[str]:
    return [one.unit.shown for one in readable_units(units(text)) if one.can_be_read]


def test_a_short_list_and_what_leads_to_it_are_one_sentence() -> None:
    text = "Die Karte erhalten Personen, die\n\n- sich engagieren,\n- keine Vergütung erhalten und\n- hier wohnen.\n"
    assert (
        shown(text)[0] == "Die Karte erhalten Personen, die sich engagieren, keine Vergütung erhalten und hier wohnen."
    )


def test_an_item_carries_the_line_that_leads_to_it() -> None:
    assert "Befreit sind: Rettungshunde der Feuerwehr" in shown(
        "Befreit sind:\n\n- Rettungshunde der Feuerwehr,\n- Herdenhunde."
    )


def test_things_listed_under_a_heading_are_shown_together_behind_it() -> None:
    found = readable_units(units("## Unterlagen\n\n- gültiger Ausweis\n- Geburtsurkunde\n"))
    assert found[0].unit.shown == "Unterlagen: gültiger Ausweis; Geburtsurkunde"
    assert found[0].is_list


def test_the_halves_of_a_sentence_that_a_scan_has_broken_are_one_again() -> None:
    assert shown("Der Markt beginnt um\n\n7.00 Uhr und endet um 13.00 Uhr.") == [
        "Der Markt beginnt um 7.00 Uhr und endet um 13.00 Uhr."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Marktordnung Seite | von 3",
        "Satzung der Stadt Musterfurt",
        "Es gilt:",
        "werden, wenn sie es wünschen.",
        "Wer zahlt?",
    ],
)
def test_headings_feet_questions_and_halves_of_sentences_are_left_out(text: str) -> None:
    assert shown(text) == []


@pytest.mark.parametrize(
    "text", ["Eintritt: 5,00 Euro, Zehnerkarte 45,00 Euro", "Das Bad ist offen.", "会館は九時に開く。"]
)
def test_sentences_and_labelled_figures_stay(text: str) -> None:
    assert shown(text) == [text]


def test_a_quotation_over_two_sentences_leaves_no_single_mark() -> None:
    assert shown("„Das Bad ist offen. Es ist warm.“") == ["Das Bad ist offen.", "Es ist warm."]
