import pytest

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_office_file import (
    complete_sentences_from_file,
)
from apps.documents.parsing.types import ParsedPage

PARAGRAPH = (
    "Der Ausschuss hat den Ausbau der Straße beraten. Die Halle am Bahnhof wird im Herbst nach § 5 Abs. 2 der Satzung "
    "übergeben. Danach ziehen die Vereine ein."
)


@pytest.mark.parametrize(
    ("cut", "end"),
    [
        ("Halle am Bahnhof", "Die Halle am Bahnhof wird im Herbst nach § 5 Abs. 2 der Satzung übergeben."),
        ("Herbst nach § 5 Abs.", "Die Halle am Bahnhof wird im Herbst nach § 5 Abs. 2 der Satzung übergeben."),
        ("der Straße beraten.", "der Straße beraten."),
        ("der Satzung überge", "Die Halle am Bahnhof wird im Herbst nach § 5 Abs. 2 der Satzung übergeben."),
        ("Danach ziehen", "Danach ziehen die Vereine ein."),
    ],
)
def test_a_sentence_that_a_page_cuts_is_whole_on_the_page_where_it_begins(cut: str, end: str) -> None:
    place = PARAGRAPH.index(cut) + len(cut)
    hyphen = "-" if PARAGRAPH[place].isalpha() else ""
    printed = [f"{PARAGRAPH[:place]}{hyphen}", f"{PARAGRAPH[place:].strip()} Ende der zweiten Seite."]
    first, second = complete_sentences_from_file(
        [ParsedPage(number, text) for number, text in enumerate(printed, 1)],
        [SourceParagraph(PARAGRAPH), SourceParagraph("Ende der zweiten Seite.")],
    )
    assert first.text.endswith(end)
    assert second.text == printed[1]


def test_the_foot_stays_behind_the_body() -> None:
    place = PARAGRAPH.index("wird im")
    body = PARAGRAPH[:place].strip()
    pages = [
        ParsedPage(1, f"Kopf\n\n{body}\n\n- 1 -", body=(6, 6 + len(body))),
        ParsedPage(2, f"Kopf\n\n{PARAGRAPH[place:]}", body=(6, 6 + len(PARAGRAPH[place:]))),
    ]
    first, _ = complete_sentences_from_file(pages, [SourceParagraph(PARAGRAPH)])
    assert first.body_text.endswith("der Satzung übergeben.")
    assert first.text == f"Kopf\n\n{first.body_text}\n\n- 1 -"


def test_pages_that_no_paragraph_joins_stay_as_they_are() -> None:
    pages = [ParsedPage(1, "Erste Seite mit einem Satz ohne Ende"), ParsedPage(2, "zweite Seite, die anderswo beginnt")]
    assert complete_sentences_from_file(pages, [SourceParagraph("Ein ganz anderer Absatz der Datei.")]) == pages


def test_the_full_stop_of_a_day_ends_no_sentence() -> None:
    paragraph = "Die Verordnung über den Winterdienst gilt ab dem 16. November und bindet alle Anlieger der Straße."
    place = paragraph.index(" 16.")
    pages = [ParsedPage(1, paragraph[:place]), ParsedPage(2, paragraph[place:].strip())]
    assert complete_sentences_from_file(pages, [SourceParagraph(paragraph)])[0].text == paragraph
