"""Text that the image of its page does not show is not read; what is seen or recognised from a scan is."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.pdf.drop_invisible_text import SeenText, UnseenWord
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from tests.documents.parsing.sample_pdfs import letter, pdf, scan, writes
from tests.processor_time import at_most

SEEN = "Die Gebühr beträgt 20 Euro und ist mit dem Antrag zu zahlen."
UNSEEN = "Die Gebühr beträgt 0 Euro."
WHITE, BLACK, BLUE = (1, 1, 1), (0, 0, 0), (0, 0, 0.5)


def read(*draw: Callable[[Any], None], data: bytes = b"") -> str:
    def on_one_page(page: Any) -> None:
        for each in draw:
            each(page)

    return read_text_layer(open_pdf(data or pdf(on_one_page))[0], BodySize()).page.text


def writes_in(text: str, y: float = 130, x: float = 72, **look: Any) -> Callable[[Any], None]:
    return lambda page: page.insert_text((x, y), text, **look)


def fills(box: tuple[float, float, float, float], color: tuple[float, float, float]) -> Callable[[Any], None]:
    return lambda page: page.draw_rect(box, fill=color, color=None)


@pytest.mark.parametrize(
    "look",
    [{"color": WHITE}, {"color": (0.97, 0.98, 0.99)}, {"render_mode": 3}, {"fill_opacity": 0}, {"fontsize": 0.4}],
    ids=["white", "nearly white", "without ink", "transparent", "minute"],
)
def test_what_leaves_no_ink_on_paper_is_not_read(look: dict[str, Any]) -> None:
    assert read(writes(SEEN), writes_in(UNSEEN, **look)) == SEEN


@pytest.mark.parametrize("turn", [0, 90])
def test_letters_in_the_colour_of_their_ground_are_not_read(turn: int) -> None:
    ground = fills((70, 300, 400, 600), BLUE)
    assert read(writes(SEEN), ground, writes_in(UNSEEN, y=580, x=90, color=BLUE, rotate=turn)) == SEEN


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_of_a_turned_page_what_is_seen_is_read_and_what_is_not_is_not(turn: int) -> None:
    ground = fills((70, 100, 110, 400), BLUE)

    def turned(page: Any) -> None:
        page.set_rotation(turn)

    shown = writes_in(SEEN, y=390, x=90, color=WHITE, rotate=90)
    hidden = writes_in(UNSEEN, y=390, x=104, color=BLUE, rotate=90)
    assert read(ground, shown, hidden, turned) == SEEN


def test_white_letters_on_a_dark_ground_are_read() -> None:
    assert UNSEEN in read(writes(SEEN), fills((70, 300, 400, 330), BLUE), writes_in(UNSEEN, y=320, color=WHITE))


def test_white_letters_on_an_image_are_read() -> None:
    def image(page: Any) -> None:
        import pymupdf

        pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8), 0)
        pixmap.set_rect(pixmap.irect, (0, 60, 0))
        page.insert_image((60, 300, 500, 400), pixmap=pixmap)

    assert UNSEEN in read(writes(SEEN), image, writes_in(UNSEEN, y=350, color=WHITE))


def test_words_below_a_black_bar_are_not_read_and_those_beside_it_are() -> None:
    before, name = "Beschwerde von ", "Erika Mustermann"

    def bar(page: Any) -> None:
        import pymupdf

        start, end = (72 + pymupdf.get_text_length(text, fontsize=11) for text in (before, before + name))
        page.draw_rect((start, 288, end, 304), fill=BLACK, color=None)

    text = read(writes(SEEN), writes_in(f"{before}{name} wegen Lärms", y=300), bar)
    assert text == f"{SEEN}\n\nBeschwerde von wegen Lärms"


def one_coloured_image(page: Any, color: tuple[int, int, int]) -> None:
    import pymupdf

    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8), 0)
    pixmap.set_rect(pixmap.irect, color)
    page.insert_image((60, 280, 400, 310), pixmap=pixmap, keep_proportion=False)


def marker_of(page: Any, color: tuple[float, float, float]) -> None:
    mark = page.add_highlight_annot((60, 285, 400, 310))
    mark.set_colors(stroke=color)
    mark.update()


def stamp_of(page: Any) -> None:
    import pymupdf

    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 340, 30), 0)
    pixmap.set_rect(pixmap.irect, (0, 0, 0))
    page.add_stamp_annot((60, 280, 400, 310), stamp=pixmap)


def bar_beside_hundreds_of_dots(page: Any) -> None:
    shape = page.new_shape()
    for number in range(310):
        x, y = 72 + number % 31 * 12, 500 + number // 31 * 12
        shape.draw_rect((x, y, x + 8, y + 8))
    shape.finish(fill=BLUE, color=None)
    shape.draw_rect((60, 285, 400, 310))
    shape.finish(fill=BLACK, color=None)
    shape.commit()


def inline_image_of(page: Any) -> None:
    add_to_content(page, b"q 340 0 0 30 60 532 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q")


def add_to_content(page: Any, content: bytes) -> None:
    last = page.get_contents()[-1]
    page.parent.update_stream(last, page.parent.xref_stream(last) + b"\n" + content + b"\n")


COVERS: dict[str, Callable[[Any], None]] = {
    "a thick line": lambda page: page.draw_line((70, 297), (400, 297), width=18, color=BLACK),
    "a bar with round corners": lambda page: page.draw_rect((60, 285, 400, 310), fill=BLACK, color=None, radius=0.2),
    "a shape": lambda page: page.draw_polyline([(60, 285), (400, 284), (401, 310), (60, 311)], fill=BLACK, color=None),
    "a black image": lambda page: one_coloured_image(page, (0, 0, 0)),
    "a white image": lambda page: one_coloured_image(page, (255, 255, 255)),
    "a black marker": lambda page: marker_of(page, BLACK),
    "a stamp": stamp_of,
    "a bar on a page of dots": bar_beside_hundreds_of_dots,
    "an image within the content": inline_image_of,
}


@pytest.mark.parametrize("cover", COVERS.values(), ids=COVERS)
def test_words_below_whatever_covers_them_are_not_read(cover: Callable[[Any], None]) -> None:
    assert read(writes(SEEN), writes_in(UNSEEN, y=300), cover) == SEEN


NAME, BAR = "Erika Mustermann", (70, 286, 200, 306)


@pytest.mark.parametrize("label", ["[§ 5 IFG] [§ 5 IFG]", "Name geschwärzt nach DSGVO", "entfernt"])
def test_a_name_below_a_black_bar_with_a_label_is_not_read(label: str) -> None:
    covered = [writes_in(NAME, y=300), fills(BAR, BLACK), writes_in(label, y=300, x=74, color=WHITE)]
    assert read(writes(SEEN), *covered) == f"{SEEN}\n\n{label}"


def test_a_name_below_a_white_box_with_another_text_on_it_is_not_read() -> None:
    other = "Max Musterfrau, Ort"
    assert (
        read(writes(SEEN), writes_in(NAME, y=300), fills(BAR, WHITE), writes_in(other, y=300)) == f"{SEEN}\n\n{other}"
    )


@pytest.mark.parametrize("label", [[], [writes_in("entfernt", y=300, x=74, color=WHITE)]], ids=["bar", "label"])
def test_a_name_recognised_from_a_scan_is_not_read_below_a_bar(label: list[Callable[[Any], None]]) -> None:
    import pymupdf

    document = pymupdf.open(stream=scan(letter()))
    document[0].insert_text((72, 90), SEEN, render_mode=3)
    for draw in [writes_in(NAME, y=300, render_mode=3), fills(BAR, BLACK), *label]:
        draw(document[0])
    text = read(data=bytes(document.tobytes()))
    assert SEEN in text
    assert "Mustermann" not in text


CLIPPED_ELSEWHERE = b"q 300 100 50 50 re W n 1 1 1 rg 0 0 595 842 re f Q"


@pytest.mark.parametrize(
    "draw",
    [
        [fills(BAR, WHITE), writes_in(NAME, y=300)],
        [lambda page: add_to_content(page, CLIPPED_ELSEWHERE)],
        [lambda page: add_to_content(page, CLIPPED_ELSEWHERE), writes_in("ENTWURF", y=330, x=60, fontsize=90)],
        [lambda page: add_to_content(page, CLIPPED_ELSEWHERE), writes_in("Name des Kindes", y=312)],
        [
            lambda page: page.draw_rect(BAR, fill=(1, 1, 0), color=None, fill_opacity=0.5),
            writes_in("neu", y=300, x=180),
        ],
    ],
    ids=["written again", "clipped", "watermark", "line below", "glass"],
)
def test_a_name_that_shows_though_a_box_is_drawn_after_it_is_read(draw: list[Callable[[Any], None]]) -> None:
    assert NAME in read(writes(SEEN), writes_in(NAME, y=300), *draw)


@pytest.mark.parametrize(
    "beside",
    [
        lambda page: marker_of(page, (1, 1, 0)),
        lambda page: page.draw_line((70, 303), (400, 303), width=5, color=BLUE),
        lambda page: page.draw_rect((60, 285, 400, 310), color=BLACK, radius=0.2),
    ],
    ids=["a yellow marker", "a thick line below", "a frame"],
)
def test_words_that_are_marked_underlined_or_framed_are_read(beside: Callable[[Any], None]) -> None:
    assert UNSEEN in read(writes(SEEN), writes_in(UNSEEN, y=300), beside)


@pytest.mark.parametrize("x", [72, 72.3, 72.6])
def test_words_of_thin_bars_are_read(x: float) -> None:
    said = "BGBl. 2001 II S. 810, Nr. 1 und 11 III"
    marked = [lambda page: marker_of(page, (1, 1, 0)), lambda page: page.draw_line((70, 310), (400, 310), width=9)]
    assert said in read(writes(SEEN), writes_in(said, y=300, x=x, fontsize=7.68), *marked)


def test_letters_nearly_in_the_colour_of_their_ground_or_on_an_image_as_dark_are_not_read() -> None:
    grey, nearly = (0.5, 0.5, 0.5), (0.51, 0.51, 0.51)
    assert read(writes(SEEN), fills((60, 285, 400, 310), grey), writes_in(UNSEEN, y=300, color=nearly)) == SEEN
    assert read(writes(SEEN), COVERS["a black image"], writes_in(UNSEEN, y=300)) == SEEN


def test_a_cell_of_a_drawn_table_has_what_is_seen_alone() -> None:
    def table(page: Any) -> None:
        for at in range(4):
            page.draw_line((60, 300 + 20 * at), (400, 300 + 20 * at))
        for x in (60, 260, 400):
            page.draw_line((x, 300), (x, 360))
        for at, (name, price) in enumerate((("Leistung", "Preis"), ("Pass", "60 Euro"), ("Ausweis", "37 Euro"))):
            page.insert_text((64, 314 + 20 * at), name, fontsize=10)
            page.insert_text((264, 314 + 20 * at), price, fontsize=10)

    assert "| Pass | 60 Euro |" in read(table, writes_in("0 Euro", y=334, x=330, fontsize=10, color=WHITE))


def test_what_was_recognised_from_a_scan_stays() -> None:
    import pymupdf

    document = pymupdf.open(stream=scan(letter()))
    document[0].insert_text((72, 90), SEEN, render_mode=3)
    assert read(data=bytes(document.tobytes())) == SEEN


@pytest.mark.parametrize("grey", [0.9, 0.92, 0.94])
def test_thin_signs_and_figures_of_a_pale_line_are_read_with_the_words_beside_them(grey: float) -> None:
    pale = "Die Gebühr - jede - beträgt 20 Euro."
    assert pale in read(writes(SEEN), writes_in(pale, color=(grey, grey, grey)))


def test_thousands_of_unseen_words_are_told_from_as_many_seen_ones_in_linear_time() -> None:
    """20,000 times 20,000 would take half a minute."""
    places = [(x * 20.0, y * 5.0) for y in range(200) for x in range(100)]
    white = [[UnseenWord((x, y, x + 8, y + 4), "geheim")] for x, y in places]
    seen = SeenText([], white)
    with at_most(1):
        shown = [seen.shows((x + 10, y, x + 18, y + 4, "geheim")) for x, y in places]
        left_out = [seen.shows((x, y, x + 8, y + 4, "geheim")) for x, y in places]
    assert all(shown)
    assert not any(left_out)
