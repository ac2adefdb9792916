from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.restore_lost_text import complete_pages
from apps.documents.parsing.types import ParsedPage


def pages(*texts: str) -> list[ParsedPage]:
    return [ParsedPage(number, text) for number, text in enumerate(texts, 1)]


def completed(printed: list[ParsedPage], *own: SourceParagraph) -> list[str]:
    return [page.text for page in complete_pages(printed, own)]


FEES = "Die Gebühr beträgt drei Euro."


def test_what_was_printed_stays_as_it_is() -> None:
    printed = pages(f"# 1. Gebühren\n\n{FEES}", "Der Antrag ist schrift- lich zu stellen. 2")
    own = [
        SourceParagraph("Gebühren"),
        SourceParagraph(FEES),
        SourceParagraph("Der Antrag ist schriftlich zu stellen."),
    ]
    assert list(complete_pages(printed, own)) == printed


def test_words_that_print_has_mixed_up_are_added_in_order_to_their_page() -> None:
    printed = pages("Anfang der Seite", "| A merged | C | with B |", "Ende")
    assert completed(printed, SourceParagraph("Anfang der Seite"), SourceParagraph("A merged with B"))[1].endswith(
        "\n\nA merged with B"
    )


def test_shown_text_that_was_cut_off_in_print_is_added_where_it_would_stand() -> None:
    cut = "Der Kasten nennt die Rufnummer 0345 778812."
    own = [SourceParagraph(FEES), SourceParagraph(cut), SourceParagraph("Ende der Satzung.")]
    assert completed(pages(FEES, "Ende der Satzung."), *own) == [f"{FEES}\n\n{cut}", "Ende der Satzung."]


def test_a_paragraph_over_three_pages_is_not_taken_for_one_that_was_cut_off() -> None:
    words = [f"Wort{number}" for number in range(90)]
    printed = pages(*(f"Kopf {n}\n\n{' '.join(words[n * 30 : n * 30 + 30])}\n\nFuß {n}" for n in range(3)))
    assert list(complete_pages(printed, [SourceParagraph(" ".join(words))])) == printed


def test_a_paragraph_over_two_pages_is_not_repeated() -> None:
    long = "Wer einen Hund hält, hat ihn binnen zwei Wochen bei der Gemeinde anzumelden und die Steuer zu zahlen."
    printed = pages(f"{long[:50]}\n\nSeite 1", f"Satzung\n\n{long[50:]}")
    assert list(complete_pages(printed, [SourceParagraph(long)])) == printed


def test_notes_stand_on_their_slide_and_say_what_they_are() -> None:
    own = [SourceParagraph("Erste Folie", 1), SourceParagraph("Langsam sprechen.", 2, notes=True)]
    assert completed(pages("Erste Folie", "Zweite"), *own) == [
        "Erste Folie", "Zweite\n\nNotizen zur Folie:\n\nLangsam sprechen.",
    ]  # fmt: skip


def test_notes_without_a_page_are_dropped() -> None:
    assert completed(pages("Folie"), SourceParagraph("Notiz", 7, notes=True)) == ["Folie"]


def test_pages_from_right_to_left_are_the_paragraphs_of_the_file() -> None:
    first, second = "التعليق العام رقم 20(2016) بشأن حقوق الطفل", "الأمم المتحدة تعترف بحقوق جميع الأشخاص"
    printed = pages(")2016(التعليق العام رقم20 بشأن حقوق الطفل", "األمم المتحدة تعترف بحقوق جميع األشخاص")
    assert completed(printed, SourceParagraph(first), SourceParagraph(second)) == [first, second]


def test_comments_stand_below_the_page_of_their_paragraph() -> None:
    first, second = "Die Frist beträgt einen Monat.", "Der Antrag ist schriftlich zu stellen."
    own = [
        SourceParagraph(first), SourceParagraph("Mia: Nicht drei?", comment=True), SourceParagraph(second),
        SourceParagraph("Ole: Geht auch per Mail?", comment=True),
    ]  # fmt: skip
    found = complete_pages([ParsedPage(1, first), ParsedPage(2, second)], own)
    assert [page.text for page in found] == [
        f"{first}\n\nKommentare:\n\nMia: Nicht drei?", f"{second}\n\nKommentare:\n\nOle: Geht auch per Mail?",
    ]  # fmt: skip


def test_descriptions_of_pictures_stand_below_their_page_once() -> None:
    own = [
        SourceParagraph("Der erste Absatz."),
        SourceParagraph("Lageplan", picture=True),
        SourceParagraph("Lageplan", picture=True),
        SourceParagraph("Der erste Absatz", picture=True),
    ]
    (page,) = complete_pages([ParsedPage(1, "Der erste Absatz.")], own)
    assert page.text == "Der erste Absatz.\n\nBilder:\n\nLageplan"


def test_a_note_behind_its_sentence_does_not_double_the_paragraph() -> None:
    told = "Die Gebühr beträgt 30 Euro. (1: Für Kinder (unter 6) nichts.) Sie wird im Mai fällig."
    own = [
        SourceParagraph("Die Gebühr beträgt 30 Euro. Sie wird im Mai fällig."),
        SourceParagraph("Für Kinder (unter 6) nichts."),
    ]
    (page,) = complete_pages([ParsedPage(1, told)], own)
    assert page.text == told


def test_a_paragraph_with_struck_words_stands_there_as_it_is_in_force_too() -> None:
    marked = "Es kostet [gestrichen: 40 Euro] 55 Euro im Jahr [gestrichen: und Monat]."
    printed = f"{marked}\n\n[gestrichen: Kinder zahlen nichts.]"
    for own in ("Es kostet 55 Euro im Jahr.", marked):
        paragraphs = [SourceParagraph(own), SourceParagraph("[gestrichen: Kinder zahlen nichts.]")]
        (page,) = complete_pages([ParsedPage(1, printed)], paragraphs)
        assert page.text == f"{printed}\n\nEs kostet 55 Euro im Jahr."


def numbered(count: int) -> list[SourceParagraph]:
    return [SourceParagraph(f"Der {number}. Absatz nennt die Gebühr Nummer {number * 77}.") for number in range(count)]


def test_text_behind_the_pages_that_were_read_is_left_out() -> None:
    own = [*numbered(30), SourceParagraph("Schluss der Anlage.")]
    printed = pages(*(f"{own[n].text}\n\n{own[n + 1].text}" for n in (0, 2, 4)))
    assert list(complete_pages(printed, own, are_all=False)) == printed
    # Without the limit it is text that print has lost.
    assert "Absatz nennt" in completed(printed, *own)[2].removeprefix(printed[2].text)


def test_a_heading_behind_the_last_page_that_stands_on_an_earlier_one_leads_nobody_back_to_it() -> None:
    heading = SourceParagraph("Begründung der Gebühr im Einzelnen")
    own = [heading, *numbered(4), heading, *numbered(30)[4:]]
    printed = pages(f"{heading.text}\n\n{own[1].text}", f"{own[2].text}\n\n{own[3].text}\n\n{own[4].text}")
    assert list(complete_pages(printed, own, are_all=False)) == printed


def test_what_print_has_lost_within_the_pages_that_were_read_is_added_all_the_same() -> None:
    own = numbered(30)
    lost = SourceParagraph("Auskunft erteilt Zimmer 14.")
    comment = SourceParagraph("Mia: Nicht drei?", comment=True)
    printed = pages(f"{own[0].text}\n\n{own[1].text}", f"{own[2].text}\n\n{own[3].text}")
    first, second = complete_pages(printed, [own[0], lost, *own[1:4], comment, *own[4:]], are_all=False)
    assert first.text == f"{printed[0].text}\n\n{lost.text}"
    assert second.text == f"{printed[1].text}\n\nKommentare:\n\n{comment.text}"


def test_pages_from_right_to_left_stay_as_printed_where_more_of_them_follow() -> None:
    printed = pages("األمم المتحدة تعترف بحقوق جميع األشخاص")
    own = [
        SourceParagraph("الأمم المتحدة تعترف بحقوق جميع الأشخاص"),
        SourceParagraph("التعليق العام رقم 20 بشأن حقوق الطفل"),
    ]
    assert list(complete_pages(printed, own, are_all=False)) == printed


def test_slides_behind_the_last_one_that_was_read_are_left_out() -> None:
    own = [
        SourceParagraph("Erste Folie", 1),
        SourceParagraph("Lageplan", 2, picture=True),
        SourceParagraph("Zweite Folie", 2),
    ]
    assert [page.text for page in complete_pages(pages("Erste Folie"), own, are_all=False)] == ["Erste Folie"]
