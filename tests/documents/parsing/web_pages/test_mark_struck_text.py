"""What is struck on a web page or in Markdown says so, and proves nothing."""

import pytest

from apps.documents.parsing.formats.detect_media_type import MARKDOWN
from apps.documents.parsing.formats.html_to_markdown import page_to_markdown, whole_html_to_markdown
from apps.documents.parsing.formats.plain_text import parse_text
from apps.text.quotable_units import quotable_units

PAGE = (
    "<html><body><main><h1>Gebühren</h1><p>(1) Die Gebühr beträgt {} <u>20 Euro</u> je Tag für jeden Grillplatz.</p>"
    "<p>Die Anmeldung ist bis zum Vortag im Bürgerbüro möglich, auch telefonisch.</p>{}</main></body></html>"
)


@pytest.mark.parametrize(
    ("amount", "paragraph"),
    [
        ("<s>15 Euro</s>", "<p><del>Vereine sind befreit.</del></p>"),
        ("<strike>15 Euro</strike>", "<del><p>Vereine sind befreit.</p></del>"),
        (
            '<span style="text-decoration: line-through">15 <b>Euro</b></span>',
            '<p style="text-decoration-line:line-through">Vereine sind befreit.</p>',
        ),
    ],
)
def test_struck_text_of_a_web_page_is_told(amount: str, paragraph: str) -> None:
    for text in (
        page_to_markdown(PAGE.format(amount, paragraph)),
        whole_html_to_markdown(PAGE.format(amount, paragraph)),
    ):
        told = text.replace("**", "")
        assert "[gestrichen: 15 Euro] 20 Euro je Tag" in told
        assert "[gestrichen: Vereine sind befreit.]" in told
        assert not any("befreit" in unit.shown for unit in quotable_units(text))


@pytest.mark.parametrize(
    "struck",
    [
        "<del>Vereine sind von der Gebühr befreit.<ul><li>Schulen sind es auch.</li></ul></del>",
        '<div style="text-decoration: line-through">Vereine sind von der Gebühr befreit.'
        "<p>Schulen sind es auch.</p></div>",
        "<ul><li><del>Vereine sind von der <b>Gebühr</b> befreit."
        "<ul><li>Schulen sind es auch.</li></ul></del></li></ul>",
        "<del><p>Schulen sind es auch.</p>Vereine sind von der Gebühr befreit.<br></del>",
        "<del><section><p>Schulen sind es auch.</p>Vereine sind von der Gebühr befreit.</section></del>",
        "<p><del><b>Schulen sind es auch.<br>Vereine sind von der Gebühr befreit.</b></del></p>",
        "<del>Schulen sind es auch.<blockquote>Vereine sind von der Gebühr befreit.</blockquote></del>",
    ],
)
def test_text_beside_struck_paragraphs_is_told(struck: str) -> None:
    page = PAGE.format("", struck)
    for text in (page_to_markdown(page), whole_html_to_markdown(page)):
        told = text.replace("**", "")
        assert "[gestrichen: Vereine sind von der Gebühr befreit.]" in told
        assert "[gestrichen: Schulen sind es auch.]" in told
        assert not any("befreit" in unit.shown or "Schulen" in unit.shown for unit in quotable_units(text))


def test_brackets_within_struck_text_do_not_end_it() -> None:
    assert (
        page_to_markdown("<p><s>Siehe [1] und ⟦2⟧ <i>nie</i></s> neu</p>")
        == "[gestrichen: Siehe (1) und (2) *nie*] neu"
    )


def test_empty_struck_elements_are_no_text() -> None:
    assert page_to_markdown("<p>Eins<s> </s>zwei</p>") == "Eins zwei"


def test_struck_text_of_markdown_is_told() -> None:
    data = "Die Gebühr beträgt ~~15 [1] Euro~~ 20 Euro.\n\n~~~\na ~~ b\n~~~\n".encode()
    assert parse_text(data, MARKDOWN).pages[0].text == (
        "Die Gebühr beträgt [gestrichen: 15 (1) Euro] 20 Euro.\n\n~~~\na ~~ b\n~~~"
    )
