import io

import numpy as np
import pymupdf
import pytest
from PIL import Image
from PIL.TiffImagePlugin import IFDRational
from pillow_heif import register_heif_opener

from apps.documents.parsing.formats.office_and_picture_media_types import EPUB, HEIC, JPEG, PNG, TIFF
from apps.documents.parsing.pictures_and_books_to_pdf import picture_to_pdf
from apps.documents.parsing.pictures_and_books_to_pdf.draw_pdf import draw_pdf
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import epub

ORIENTATION, QUARTER_TURN = 0x0112, 6


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def drawn(data: bytes, media_type: str) -> pymupdf.Document:
    return pymupdf.open(stream=draw_pdf(data, media_type), filetype="pdf")


def test_every_frame_of_a_scan_is_a_page_of_its_size() -> None:
    sheets = [Image.new("1", (1240, 1754), 1), Image.new("1", (1754, 1240), 1)]
    data = saved(sheets[0], "TIFF", save_all=True, append_images=sheets[1:], dpi=(150, 150))
    sizes = [(round(page.rect.width), round(page.rect.height)) for page in drawn(data, TIFF)]
    assert sizes == [(595, 842), (842, 595)]


def many_frames(count: int) -> bytes:
    return saved(SPECK, "TIFF", save_all=True, append_images=[SPECK] * (count - 1))


SPECK = Image.new("1", (8, 8), 1)


def test_frames_beyond_those_that_are_read_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_to_pdf, "MOST_FRAMES", 30)
    document = drawn(many_frames(35), TIFF)
    assert document.page_count == 35
    assert [page.number for page in document if not page.get_images()] == list(range(30, 35))


def test_a_scan_that_breaks_off_is_damaged() -> None:
    data = many_frames(100)
    with pytest.raises(ParseFailure) as failure:
        draw_pdf(data[: len(data) // 2], TIFF)
    assert failure.value.reason_code == "damaged"


def test_a_photograph_is_turned_as_the_camera_says() -> None:
    photograph = Image.new("RGB", (400, 200), "white")
    photograph.paste("red", (0, 0, 200, 200))
    exif = Image.Exif()
    exif[ORIENTATION] = QUARTER_TURN
    page = drawn(saved(photograph, "JPEG", exif=exif), JPEG)[0]
    assert page.rect.height == pytest.approx(2 * page.rect.width)
    pixels = page.get_pixmap()
    upper, lower = (pixels.pixel(pixels.width // 2, pixels.height * part // 4) for part in (1, 3))
    assert upper[0] > 200 > upper[1]
    assert min(lower) > 200


def test_a_picture_of_a_phone_is_drawn_upright() -> None:
    photograph = Image.new("RGB", (400, 200), "white")
    photograph.paste("red", (0, 0, 200, 200))
    exif = Image.Exif()
    exif[ORIENTATION] = QUARTER_TURN
    register_heif_opener()
    page = drawn(saved(photograph, "HEIF", exif=exif.tobytes()), HEIC)[0]
    assert page.rect.height == pytest.approx(2 * page.rect.width)
    upper = page.get_pixmap().pixel(20, 20)
    assert upper[0] > 200 > upper[1]


def test_a_picture_of_a_phone_with_too_many_pixels_is_refused_before_it_is_unpacked() -> None:
    register_heif_opener()
    data = saved(Image.new("L", (400, 200), "white"), "HEIF")
    width_and_height = data.index(b"ispe") + 8
    forged = data[:width_and_height] + (20_000).to_bytes(4) + (20_000).to_bytes(4) + data[width_and_height + 8 :]
    with pytest.raises(ParseFailure) as failure:
        draw_pdf(forged, HEIC)
    assert failure.value.reason_code == "unpacked_limit"


def test_what_is_transparent_becomes_white() -> None:
    pixels = drawn(saved(Image.new("RGBA", (50, 50), (0, 0, 0, 0)), "PNG"), PNG)[0].get_pixmap()
    assert min(pixels.pixel(10, 10)) > 250


def test_a_book_has_pages_and_a_title() -> None:
    chapters = [f"<h1>Kapitel {number}</h1><p>{'Wort ' * 600}</p>" for number in (1, 2)]
    book = drawn(epub("Handbuch", *chapters), EPUB)
    assert book.page_count >= 4
    assert "Kapitel 1" in book[0].get_text()
    assert book.metadata["title"] == "Handbuch"


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"\xff\xd8\xff\xe0 broken", JPEG), (b"PK\x03\x04 broken", EPUB), (b"\0\0\0\x18ftypheic broken", HEIC)],
)
def test_what_cannot_be_opened_is_damaged(data: bytes, kind: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        draw_pdf(data, kind)
    assert failure.value.reason_code == "damaged"


def test_a_small_picture_is_drawn_large_enough_to_be_read_whatever_size_it_states() -> None:
    scaled_down = saved(Image.new("L", (1021, 1423), 255), "JPEG", dpi=(300, 300))
    assert round(drawn(scaled_down, JPEG)[0].rect.height) == 842


@pytest.mark.parametrize(("kind", "media_type"), [("PNG", PNG), ("TIFF", TIFF)])
@pytest.mark.parametrize("scale", [np.uint16(257), np.float32(1 / 255)], ids=["16 bits", "shares"])
def test_a_scan_in_deeper_grey_keeps_its_print(kind: str, media_type: str, scale: np.number) -> None:
    if kind == "PNG" and scale < 1:
        return  # no such file
    paper = np.full((400, 300), 255, dtype=scale.dtype)
    paper[100:200, 100:200] = 90
    pixels = drawn(saved(Image.fromarray(paper * scale), kind), media_type)[0].get_pixmap()
    seen = [pixels.pixel(pixels.width // 2, pixels.height * part // 8)[0] for part in (3, 7)]
    assert seen == [pytest.approx(90, abs=6), 255]


def test_a_resolution_that_is_no_number_costs_no_scan() -> None:
    none = IFDRational(0, 0)
    data = saved(Image.new("L", (800, 1100), 255), "TIFF", x_resolution=none, y_resolution=none, resolution_unit=2)
    assert drawn(data, TIFF).page_count == 1
