"""What surrounds the text: the city's letterhead on the first page, the foot of every page, a frame for web pages."""

import html
from typing import Any

import pymupdf

from examples.reading import Source
from examples.typesetting import ACCENT, GREY, HEIGHT, INK, LEFT, RIGHT, TOP, font

MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()

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
<header><nav><a href="/">Startseite</a> <a href="/rathaus/">Rathaus</a> <a href="/leben/">Leben in Musterfurt</a></nav></header>
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


def dress(source: Source, document: Any) -> None:
    """Add letterhead and page feet to a typeset document."""
    _letterhead(source, document[0])
    for number, page in enumerate(document, start=1):
        family = "serif" if source.fields["layout"] == "scan" else "sans"
        page.draw_line((LEFT, HEIGHT - 56), (RIGHT, HEIGHT - 56), color=GREY, width=0.4)
        foot = f"Seite {number} von {len(document)}"
        name = source.fields.get("short_title", source.title)
        _write(page, LEFT, HEIGHT - 43, name, 8, GREY, family)
        _write(page, RIGHT - font(family, "").text_length(foot, 8), HEIGHT - 43, foot, 8, GREY, family)


def web_page(source: Source, body: str) -> str:
    names = ("date", "authors", "description", "keywords")
    values = {name: html.escape(source.fields[name], quote=True) for name in names}
    return WEB_PAGE.format(title=html.escape(source.title), body=body, **values)


def _letterhead(source: Source, page: Any) -> None:
    family = "serif" if source.fields["layout"] == "scan" else "sans"
    _shield(page, LEFT, TOP - 10)
    _write(page, LEFT + 44, TOP + 8, "Stadt Musterfurt", 15, INK, family, "bold")
    _write(page, LEFT + 44, TOP + 23, "an der Wilme", 10, GREY, family)
    right = [(source.fields["kind"], 10.0, ACCENT), (source.fields["number"], 10.0, INK), (german_date(source.fields["date"]), 9.0, GREY)]
    for line, (text, size, colour) in enumerate(right):
        style = "bold" if line == 0 else ""
        _write(page, RIGHT - font(family, style).text_length(text, size), TOP + 2 + line * 13, text, size, colour, family, style)
    page.draw_line((LEFT, TOP + 46), (RIGHT, TOP + 46), color=ACCENT, width=1.2)


def _shield(page: Any, x: float, y: float) -> None:
    """The invented arms: a ford, three waves under a gate tower."""
    shape = page.new_shape()
    shape.draw_line((x, y), (x + 32, y))
    shape.draw_line((x + 32, y), (x + 32, y + 22))
    shape.draw_bezier((x + 32, y + 22), (x + 32, y + 34), (x + 22, y + 38), (x + 16, y + 41))
    shape.draw_bezier((x + 16, y + 41), (x + 10, y + 38), (x, y + 34), (x, y + 22))
    shape.draw_line((x, y + 22), (x, y))
    shape.finish(color=ACCENT, fill=ACCENT, width=0.8, closePath=True)
    for left, top, width, height in ((10, 6, 12, 15), (8, 4, 4, 4), (14, 4, 4, 4), (20, 4, 4, 4)):
        shape.draw_rect((x + left, y + top, x + left + width, y + top + height))
    shape.finish(color=None, fill=(1, 1, 1), width=0)
    shape.draw_rect((x + 14, y + 13, x + 18, y + 21))
    shape.finish(color=None, fill=ACCENT, width=0)
    for row in range(2):
        top = y + 25 + row * 5
        for start in range(5 + row * 3, 25 - row * 3, 6):
            shape.draw_bezier((x + start, top), (x + start + 2, top - 2.4), (x + start + 4, top + 2.4), (x + start + 6, top))
    shape.finish(color=(1, 1, 1), width=1.1, closePath=False)
    shape.commit()


def _write(page: Any, x: float, y: float, text: str, size: float, colour: Any, family: str, style: str = "") -> None:
    writer = pymupdf.TextWriter(page.rect)
    writer.append((x, y), text, font=font(family, style), fontsize=size)
    writer.write_text(page, color=colour)
