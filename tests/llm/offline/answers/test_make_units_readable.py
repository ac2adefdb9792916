"""What of a page can be read by itself."""

import re

import pytest

from apps.llm.offline.answers.make_units_readable import readable_units, trailing_open_list
from apps.text.locate_quote import find_quote_span
from apps.text.quotable_units import quotable_units


def shown(text: str) -> list[str]:
    return [one.unit.shown for one in readable_units(quotable_units(text)) if one.can_be_read]


def test_a_short_list_and_what_leads_to_it_are_one_sentence() -> None:
    text = "Die Karte erhalten Personen, die\n\n- sich engagieren,\n- keine Vergütung erhalten und\n- hier wohnen.\n"
    assert (
        shown(text)[0] == "Die Karte erhalten Personen, die sich engagieren, keine Vergütung erhalten und hier wohnen."
    )


def test_the_head_of_a_page_answers_nothing() -> None:
    assert shown("**Stand:** September 2026  \n**Seite:** S3 - 1\n\nDie Steuer beträgt 96 Euro.") == [
        "Die Steuer beträgt 96 Euro."
    ]


def test_the_number_of_an_answered_question_or_paragraph_is_left_out() -> None:
    assert shown("Zu 5.: Die Eingewöhnung dauert zwei Wochen.\n\n**(1)** Die Steuer beträgt 96 Euro.") == [
        "Die Eingewöhnung dauert zwei Wochen.",
        "Die Steuer beträgt 96 Euro.",
    ]


def test_an_item_carries_the_line_that_leads_to_it() -> None:
    assert "Befreit sind: Rettungshunde der Feuerwehr" in shown(
        "Befreit sind:\n\n- Rettungshunde der Feuerwehr,\n- Herdenhunde."
    )


def test_things_listed_under_a_heading_are_shown_together_behind_it() -> None:
    found = readable_units(quotable_units("## Unterlagen\n\n- gültiger Ausweis\n- Geburtsurkunde\n"))
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


@pytest.mark.parametrize("item", ["Als kleine Unternehmen gelten Unternehmen, die", "Sie brauchen den Ausweis, einen"])
def test_an_item_that_stops_within_a_sentence_is_left_out(item: str) -> None:
    assert item not in " ".join(shown(f"Begriffe\n\n- {item}\n\nDas Amt hilft Ihnen gern.\n"))


def test_an_item_may_end_with_the_second_half_of_its_verb() -> None:
    assert shown("Hinweise\n\n- Wir rechnen die Kosten nicht an\n\nDas Amt hilft Ihnen gern.\n")[0].endswith("nicht an")


def test_a_quotation_over_two_sentences_leaves_no_single_mark() -> None:
    assert shown("„Das Bad ist offen. Es ist warm.“") == ["Das Bad ist offen.", "Es ist warm."]


MARKET = """## Erlaubt

Erlaubt sind:

- der Verkauf von Obst auf dem Wochenmarkt
- das Anbieten von Blumen

## Verboten

- das Betreiben von Lautsprechern
- offenes Feuer auf dem Wochenmarkt
"""
PAPERS = """## Mitzubringen

- gültiger Ausweis
- biometrisches Passbild

## Nicht erforderlich

- Geburtsurkunde
- Meldebescheinigung
"""
NUMBERED = """### § 4 Befreiung

Befreit sind Personen, die

1. in der Stadt wohnen,
2. einen Hund aus dem Tierheim halten und
3. ein geringes Einkommen haben.
"""


def test_a_line_leads_to_no_items_of_another_section() -> None:
    assert shown(MARKET) == [
        "Erlaubt sind: der Verkauf von Obst auf dem Wochenmarkt; das Anbieten von Blumen",
        "Erlaubt sind: der Verkauf von Obst auf dem Wochenmarkt",
        "Erlaubt sind: das Anbieten von Blumen",
        "Verboten: das Betreiben von Lautsprechern; offenes Feuer auf dem Wochenmarkt",
        "Verboten: das Betreiben von Lautsprechern",
        "Verboten: offenes Feuer auf dem Wochenmarkt",
    ]


def test_a_line_at_the_end_of_a_section_takes_no_items_of_the_next() -> None:
    assert "Erlaubt" not in " ".join(shown("Erlaubt sind:\n\n## Verboten\n\n- offenes Feuer\n- laute Musik\n"))


def test_halves_of_sentences_on_either_side_of_a_heading_are_not_joined() -> None:
    assert shown("Erlaubt ist auf dem Markt\n\n## Verboten\n\noffenes Feuer ohne Aufsicht.") == []


def test_a_list_ends_at_the_next_heading() -> None:
    lists = [one.unit.shown for one in readable_units(quotable_units(PAPERS)) if one.is_list]
    assert lists == [
        "Mitzubringen: gültiger Ausweis; biometrisches Passbild",
        "Nicht erforderlich: Geburtsurkunde; Meldebescheinigung",
    ]


@pytest.mark.parametrize(("page", "count"), [(MARKET, 3), (PAPERS, 3), (NUMBERED, 1)])
def test_what_is_shown_behind_a_lead_is_proved_from_the_lead_to_its_end(page: str, count: int) -> None:
    put_together = [one.unit for one in readable_units(quotable_units(page)) if one.unit.proof]
    assert len(put_together) >= count
    for unit in put_together:
        said, proved = (set(re.findall(r"\w+", text)) for text in (unit.shown, unit.proof))
        assert said <= proved
        assert find_quote_span(page, unit.proof)


def test_conditions_that_are_joined_are_shown_together_only() -> None:
    assert [text for text in shown(NUMBERED) if "Stadt" in text or "Tierheim" in text] == [
        "Befreit sind Personen, die in der Stadt wohnen, einen Hund aus dem Tierheim halten und ein geringes "
        "Einkommen haben."
    ]


def market(lead: str, ending: str = "") -> str:
    return f"{lead}\n\n" + "".join(f"- der Verkauf von Waren der Sorte {number}{ending}\n" for number in range(40))


def test_an_item_far_from_its_lead_is_proved_by_two_quotes() -> None:
    last = next(
        one.unit for one in readable_units(quotable_units(market("Verboten ist hier:"))) if "Sorte 39" in one.unit.shown
    )
    assert last.shown == "Verboten ist hier: der Verkauf von Waren der Sorte 39"
    assert (last.lead_proof, last.proof) == ("Verboten ist hier:", "der Verkauf von Waren der Sorte 39")


@pytest.mark.parametrize(
    "page",
    [
        market("Verboten:"),
        market("Verboten ist hier nur:"),
        market("Verboten ist hier, wenn niemand zustimmt:"),
        market("Zwei der folgenden Angebote sind verboten:"),
        market("Verboten ist hier:", " und"),
        market("Verboten ist, wer hier steht und"),
    ],
)
def test_an_item_that_the_rest_of_its_list_may_narrow_is_not_shown_far_from_its_lead(page: str) -> None:
    found = shown(page)
    assert any("Sorte 2" in text for text in found)
    assert not any("Sorte 39" in text for text in found)


FREED = "Steuerbefreiung wird gewährt für das Halten von"


def test_an_item_far_from_an_open_line_carries_it() -> None:
    items = "".join(f"- Hunden der Sorte {number}, die besonders nützlich sind,\n" for number in range(20))
    last = next(
        one.unit for one in readable_units(quotable_units(f"{FREED}\n\n{items}")) if "Sorte 19" in one.unit.shown
    )
    assert last.shown == f"{FREED} Hunden der Sorte 19, die besonders nützlich sind"
    assert (last.lead_proof, last.proof) == (FREED, "Hunden der Sorte 19, die besonders nützlich sind,")


def test_what_goes_on_with_an_open_line_is_never_shown_without_it() -> None:
    items = "".join(f"- Hunden der Sorte {number}, die nützlich sind, und\n" for number in range(20))
    assert not any("Sorte 20" in text for text in shown(f"{FREED}\n\n{items}- Hunden der Sorte 20.\n"))


def test_a_whole_sentence_far_from_its_lead_is_shown_by_itself() -> None:
    page = "Auf dem Markt gilt\n\n" + "".join(f"- Regel {number} ist zu beachten.\n" for number in range(40))
    assert "Regel 39 ist zu beachten." in shown(page)


def test_items_behind_a_table_of_hours_do_not_go_on_with_it() -> None:
    hours = "| Tag | Zeit |\n|---|---|\n| Montag | 8.00 bis 16.00 Uhr |\n| Freitag | 8.00 bis 12.00 Uhr |\n"
    assert shown(f"## Bürgerbüro\n\n{hours}\n- Eingang am Hof\n") == [
        "Zeit: Montag 8.00 bis 16.00 Uhr, Freitag 8.00 bis 12.00 Uhr"
    ]


def test_a_numbered_list_goes_on_with_its_lead_in_behind_the_end_of_a_page() -> None:
    opened = trailing_open_list(
        quotable_units("Für Fahrzeuge gelten folgende Sätze:\n\n8. Kommandowagen 39 Euro,\n9. Rüstwagen 77 Euro,")
    )
    [found] = readable_units(quotable_units("10. Drehleiter DLAK 210 Euro,"), opened)
    assert found.unit.shown == "Für Fahrzeuge gelten folgende Sätze: Drehleiter DLAK 210 Euro"
    [other] = readable_units(quotable_units("12. Drehleiter DLAK 210 Euro,"), opened)
    assert not other.unit.lead_proof


def test_a_dash_that_closes_what_a_dash_opens_is_no_end() -> None:
    text = "## Ausfüllhinweise\n\n- Bitte bewahren Sie dieses Blatt bei Ihren Unterlagen auf –\n"
    assert shown(text) == ["Ausfüllhinweise: Bitte bewahren Sie dieses Blatt bei Ihren Unterlagen auf"]


def test_contents_and_dates_alone_answer_nothing() -> None:
    lines = ("§ 14 Ausnahmen ...", "Zweites Kapitel: Pflichten . . . . 12", "02.03.2018", "Stand: Oktober 2024")
    assert shown("\n\n".join((*lines, "Der Beitrag ist fällig."))) == ["Der Beitrag ist fällig."]


def test_a_row_with_the_mark_of_a_note_is_whole() -> None:
    """Its bracket stands alone; the row of another grave was the answer."""
    table = "| Leistung | Gebühr in Euro |\n| --- | --- |\n| Urnengrab | 780,00 1) |\n| Reihengrab | 1.240,00 |"
    assert shown(table)[0] == "Urnengrab: Gebühr in Euro 780,00 1)"


def test_a_row_with_half_of_a_bracket_is_torn() -> None:
    form = (
        "| Feld | Angabe |\n| --- | --- |\n| Erklärung | b), c) sind nicht auszufüllen.) bereits gestellt am 3. Mai |"
    )
    assert not any("gestellt" in one for one in shown(form))


def test_a_figure_that_closes_its_bracket_is_no_mark_of_a_note() -> None:
    table = "| Leistung | Gebühr |\n| --- | --- |\n| Eintritt Kinder | 2,00 Euro (ab 6) |"
    assert any("2,00 Euro (ab 6)" in one for one in shown(table))
