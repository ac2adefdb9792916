import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown, parse_html
from apps.documents.parsing.types import ParseFailure
from tests.processor_time import at_most

PAGE = """<!doctype html><html><head><title>Hundesteuer &amp; mehr</title><style>p {{}}</style></head><body>
<nav><a href="/">Start</a><a href="/kontakt">Kontakt</a></nav>
<main><article><h1>Hundesteuer</h1><p>{text}</p><h2>Höhe</h2>
<table><tr><th>Hund</th><th>Euro</th></tr><tr><td>erster</td><td>120</td></tr></table>
<ul><li>Blindenhunde sind frei</li></ul><p>Mehr im <a href="https://example.org/amt">Amt</a>.</p></article></main>
<footer>Impressum und Datenschutz</footer><script>alert("nie")</script></body></html>"""
TEXT = "Wer einen Hund hält, zahlt Steuer. Sie wird jährlich durch Bescheid festgesetzt und im Februar fällig. " * 3


def test_a_whole_page_keeps_its_text_and_loses_what_surrounds_it() -> None:
    text = page_to_markdown(PAGE.format(text=TEXT))
    assert "# Hundesteuer" in text
    assert "| erster | 120 |" in text
    assert "- Blindenhunde sind frei" in text
    assert "[Amt](https://example.org/amt)" in text
    assert "Impressum" not in text
    assert "alert" not in text


def test_a_fragment_is_kept_whole() -> None:
    text = page_to_markdown(
        "<h2>Frist</h2><p>Vier <b>Wochen</b>.</p><ol><li>eins<li>zwei</ol><template>nein</template>"
    )
    assert text.startswith("## Frist")
    assert "1. eins" in text
    assert "nein" not in text


def test_an_unclosed_script_is_no_text() -> None:
    assert page_to_markdown("<p>Text</p><script>var x = 1;") == "Text"


def test_the_title_is_taken_with_its_entities_undone() -> None:
    assert parse_html(PAGE.format(text=TEXT).encode()).title == "Hundesteuer & mehr"


def test_a_page_says_latin_1_and_umlauts_are_right() -> None:
    source = '<html><head><meta charset="iso-8859-1"></head><body><p>Gebühren für Straßen</p></body></html>'
    assert "Gebühren für Straßen" in parse_html(source.encode("cp1252")).pages[0].text


def test_a_page_without_text_says_so() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_html(b"<html><body><script>render()</script></body></html>")
    assert failure.value.reason_code == "no_text"


@pytest.mark.parametrize("tag", ["b", "div", "table"])
def test_a_thousand_tags_that_were_never_closed_cost_the_markup_only(tag: str) -> None:
    source = f"<html><body>{f'<{tag}>' * 1500}Vier Wochen &amp; ein Tag."
    assert page_to_markdown(source).split() == ["Vier", "Wochen", "&", "ein", "Tag."]


def test_a_charset_that_is_none_is_windows_1252() -> None:
    page = '<html><head><meta charset="undefined"></head><body><p>Größe der Gemeinde</p></body></html>'
    assert parse_html(page.encode("cp1252")).pages[0].text == "Größe der Gemeinde"


def test_soft_hyphens_part_no_words() -> None:
    page = (
        "<html><head><title>Hunde&shy;steuer</title></head><body><h1>Hunde&shy;steuer</h1><p>Die Hunde&#173;steuer</p>"
    )
    document = parse_html(page.encode())
    assert document.title == "Hundesteuer"
    assert "Die Hundesteuer" in document.pages[0].text


def test_raised_and_lowered_signs_leave_no_tags_and_make_no_other_figure() -> None:
    around = "<p>Der Bewohnerparkausweis kostet 30 Euro im Jahr und gilt für ein Fahrzeug in einem Gebiet.</p>" * 4
    body = "<p>Bis 50 m<sup>2</sup> und ohne CO<sub>2</sub> kostet es 420<sup class='note'>1</sup> Euro.</p>"
    told = "Bis 50 m2 und ohne CO2 kostet es 420 (1) Euro."
    assert told in page_to_markdown(f"<html><body><main><h1>Preise</h1>{around}{body}</main></body></html>")
    assert page_to_markdown(body) == told


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Mo 8<sup>00</sup> – 12<sup>30</sup> Uhr</p>", "Mo 8:00 – 12:30 Uhr"),
        ("<p>Mo 8<sup>00</sup>&nbsp;bis 12<sup>30</sup>&nbsp;Uhr</p>", "Mo 8:00 bis 12:30 Uhr"),
        ("<p>8<sup>00</sup>-12<sup>30</sup>, 14<sup>00</sup> bis 18 Uhr</p>", "8:00-12:30, 14:00 bis 18 Uhr"),
        ("<p>Raum 12<sup>10</sup>, 14 Uhr</p>", "Raum 12 (10), 14 Uhr"),
        ("<p>2<sup>10</sup> h und 20<sup>15</sup> und 8 Uhr</p>", "2 (10) h und 20 (15) und 8 Uhr"),
        ("<p>12<sup><b>1</b></sup> Euro</p>", "12 **1** Euro"),
        ("<p>Gebühr<sup>2</sup>: 12<sup>30</sup> Euro</p>", "Gebühr (2): 12 (30) Euro"),
        ("<p>45 Euro.<sup><a href='#n1'>1</a></sup></p><p><sup>1</sup> im Jahr</p>", "45 Euro. (1)\n\n(1) im Jahr"),
        ("<p>Im Wasser sind 10<sup>6</sup> Keime, je m<sup>3</sup>.</p>", "Im Wasser sind 10 6 Keime, je m3."),
        ("<p>Es kostet 420² Euro.</p>", "Es kostet 420 (2) Euro."),
        ("<p>Es kostet 45<sup>1)</sup> Euro.</p>", "Es kostet 45 1) Euro."),
        ("<p>Es kostet 45<sup>1,2</sup> Euro.</p>", "Es kostet 45 1,2 Euro."),
        ("<p>Es kostet 45<sup>123</sup> Euro.</p>", "Es kostet 45 123 Euro."),
    ],
)
def test_raised_figures_are_minutes_marks_of_notes_or_powers(html: str, expected: str) -> None:
    assert page_to_markdown(html) == expected


def test_thousands_of_small_tables_are_read_in_time_linear_to_them() -> None:
    inner = "<table><tr><td>x</td><td>y</td></tr><tr><td>z</td></tr></table>"
    rows = f"<tr><td>a</td><td>{inner}</td></tr>" * 3_000
    with at_most(8):
        assert "Die Gebühr beträgt 5 Euro." in page_to_markdown(
            f"<html><body><p>Die Gebühr beträgt 5 Euro.</p><table>{rows}</table></body></html>"
        )
