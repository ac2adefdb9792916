"""What surrounds the text: the city's letterhead on the first page, the foot of every page, a frame for web pages."""

import html
from typing import Any

import pymupdf

from examples.reading import Source
from examples.typesetting import ACCENT, GREY, HEIGHT, INK, LEFT, RIGHT, TOP, Colour, body_face
from examples.wrapping import Face, font

MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip

WEB_PAGE = """<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="description" content="{description}">
<meta name="keywords" content="{keywords}">
<meta name="date" content="{date}">
<meta name="author" content="{authors}">
</head>
<body>
<header><nav>
<a href="/">Startseite</a> <a href="/rathaus/">Rathaus</a> <a href="/leben/">Leben in Musterfurt</a>
</nav></header>
<main>
<h1>{title}</h1>
{body}</main>
<footer><p>Stadt Musterfurt an der Wilme, Marktplatz 1, 00471 Musterfurt</p></footer>
</body>
</html>
"""


def german_date(iso: str) -> str:
    """2026-03-09 -> 9. März 2026"""
    year, month, day = (int(part) for part in iso.split("-"))
    return f"{day}. {MONTHS[month - 1]} {year}"


def add_feet(source: Source, document: Any) -> None:
    """Write the document's name and "Seite 1 von 6" below every page."""
    family = body_face(source).family
    name = source.fields.get("short_title", source.title)
    for number, page in enumerate(document, start=1):
        page.draw_line((LEFT, HEIGHT - 56), (RIGHT, HEIGHT - 56), color=GREY, width=0.4)
        _write(page, LEFT, HEIGHT - 43, name, Face(family, 8.0), GREY)
        _write_to_margin(page, HEIGHT - 43, f"Seite {number} von {len(document)}", Face(family, 8.0), GREY)


def web_page(source: Source, body: str) -> str:
    names = ("date", "authors", "description", "keywords")
    values = {name: html.escape(source.fields[name], quote=True) for name in names}
    return WEB_PAGE.format(title=html.escape(source.title), body=body, **values)


def draw_letterhead(source: Source, page: Any) -> None:
    family = body_face(source).family
    _shield(page, LEFT, TOP - 10)
    _write(page, LEFT + 44, TOP + 8, "Stadt Musterfurt", Face(family, 15.0), INK, "bold")
    _write(page, LEFT + 44, TOP + 23, "an der Wilme", Face(family, 10.0), GREY)
    _write_to_margin(page, TOP + 2, source.fields["kind"], Face(family, 10.0), ACCENT, "bold")
    _write_to_margin(page, TOP + 15, source.fields["number"], Face(family, 10.0), INK)
    _write_to_margin(page, TOP + 28, german_date(source.fields["date"]), Face(family, 9.0), GREY)
    page.draw_line((LEFT, TOP + 46), (RIGHT, TOP + 46), color=ACCENT, width=1.2)


def _shield(page: Any, x: float, y: float) -> None:
    """The invented arms: a ford, waves under a gate tower."""
    shape = page.new_shape()
    shape.draw_line((x, y), (x + 32, y))
    shape.draw_line((x + 32, y), (x + 32, y + 22))
    shape.draw_bezier((x + 32, y + 22), (x + 32, y + 34), (x + 22, y + 38), (x + 16, y + 41))
    shape.draw_bezier((x + 16, y + 41), (x + 10, y + 38), (x, y + 34), (x, y + 22))
    shape.draw_line((x, y + 22), (x, y))
    shape.finish(color=ACCENT, fill=ACCENT, width=0.8, closePath=True)
    for right, down, width, height in ((10, 6, 12, 15), (8, 4, 4, 4), (14, 4, 4, 4), (20, 4, 4, 4)):
        shape.draw_rect((x + right, y + down, x + right + width, y + down + height))
    shape.finish(color=None, fill=(1, 1, 1), width=0)
    shape.draw_rect((x + 14, y + 13, x + 18, y + 21))
    shape.finish(color=None, fill=ACCENT, width=0)
    for row in range(2):
        top = y + 25.0 + row * 5
        for left in (x + start for start in range(5 + row * 3, 25 - row * 3, 6)):
            shape.draw_bezier((left, top), (left + 2, top - 2.4), (left + 4, top + 2.4), (left + 6, top))
    shape.finish(color=(1, 1, 1), width=1.1, closePath=False)
    shape.commit()


def _write(page: Any, x: float, y: float, text: str, face: Face, colour: Colour, style: str = "") -> None:
    writer = pymupdf.TextWriter(page.rect)
    writer.append((x, y), text, font=font(face.family, style), fontsize=face.size)
    writer.write_text(page, color=colour)


def _write_to_margin(page: Any, y: float, text: str, face: Face, colour: Colour, style: str = "") -> None:
    """Write so that the text ends at the right margin."""
    _write(page, RIGHT - face.text_width(text, style), y, text, face, colour, style)
