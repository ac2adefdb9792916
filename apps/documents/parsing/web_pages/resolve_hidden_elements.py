"""Removes what a web page hides for good, and keeps what it only folds: panels that a visitor can open.

A draft is hidden for good; the answers of an accordion and the panels of tabs are hidden until somebody wants them, and
on pages of authorities hold what is asked for. Of style sheets those in the page are read, and of their selectors
simple ones; what is not understood hides nothing. Letters of the colour of their background are known where one style
says both: a white heading may stand on a dark box.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

HIDES = re.compile(
    r"<[^<>]{0,2000}?\s(?:hidden(?=[\s=>/])|style\s*=[^<>]{0,500}?(?:display|visibility|font-size|position|background))",
    re.IGNORECASE,
)
NO_DISPLAY = re.compile(r"display\s*:\s*none\s*(?:!important)?\s*;?", re.IGNORECASE)
OPENERS = ("href", "data-target", "data-bs-target", "data-href")
"""Attributes that name what a click opens as "#panel"."""
WORD = re.compile(r"[A-ZÄÖÜ]?[a-zäöü]+|[A-ZÄÖÜ]+")
"""Of the name of a class: "c-accordion__item", "accordionItem"."""
FOLDS = frozenset({"accordion", "accordions", "akkordeon", "collapse", "collapsible", "toggle", "faq", "faqs", "tabs"})
"""Around what is folded; a class that merely contains one of them ("collapsed-menu", "table") says nothing."""
FOLDED = FOLDS | {"panel", "pane", "tab", "tabpanel"}
"""Of the folded element itself; around it each box is called a panel."""
NEAR = 4
"""Elements around a hidden one whose classes are looked at."""
WHOLE_PAGE = ("html", "body", "main")
"""They are shown by a script, or nothing is; their classes say nothing of a part."""
SHEET_BEGINS, SHEET_ENDS = re.compile(r"<style\b[^<>]{0,500}>", re.I), re.compile(r"</style", re.I)
COMMENT, BRACES = re.compile(r"/\*.*?(?:\*/|\Z)", re.S), re.compile(r"([{}])")
SIMPLE, NAME = re.compile(r"(?:[a-z][a-z0-9]*)?[.#][\w-]+", re.I), re.compile(r"[.#][\w-]+")
MOST_RULES, MOST_WITHIN = 20_000, 1_000
"""Selectors of a page; elements of a hidden one that are asked whether they are shown again."""
NO_SIZE = re.compile(r"0+(?:\.0+)?(?:px|pt|em|rem|%)?")
FAR_AWAY = re.compile(r"-(?:9\d\d|[1-9]\d{3,9})(?:\.\d+)?(?:px|pt)|-[1-9]\d{2,9}(?:\.\d+)?r?em")
"""To the left of the page or above it."""
COLOURS = {"white": "#ffffff", "black": "#000000", "rgb(255,255,255)": "#ffffff", "rgb(0,0,0)": "#000000"}
SHORT_COLOUR = re.compile(r"#[0-9a-f]{3}")
PLAIN = frozenset({"b", "i", "em", "strong", "u", "span", "br"})
"""Without attributes they have the size and the colours of what they stand in."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary")


Style = dict[str, str]
"""Property -> value, both in small letters, of several the last one."""


def resolve_hidden_elements(source: str, rules: Mapping[str, Style] | None = None) -> str:
    """The page without what it hides for good, and with what it only folds; as it is where it hides nothing.

    `rules` are what `hiding_rules` found in the page before its style sheets were taken out.
    """
    rules = rules or {}
    root = parse_page_tree(source) if rules or HIDES.search(source) else None
    if root is None:
        return source
    opened = set(opened_ids(root))
    changed = [resolve_hidden_element(element, opened, rules) for element in list(root.iter("*"))]
    if not any(changed):
        return source  # as it was written, with its faults
    for button in list(root.iter("button")):
        if opened & set(button.get("aria-controls", "").split()) or is_folded(button):
            button.tag = "span" if any(each.tag in HEADINGS for each in button.iterancestors()) else "p"
    return serialise_html(root)


def opened_ids(root: "_Element") -> Iterator[str]:
    """The ids of what something on the page opens."""
    for element in root.iter("*"):
        yield from element.get("aria-controls", "").split()
        yield from (said[1:] for name in OPENERS if (said := element.get(name, "")).startswith("#"))


def resolve_hidden_element(element: "_Element", opened: set[str], rules: Mapping[str, Style]) -> bool:
    """Whether the page is another one now."""
    is_hidden = bool(element.get("hidden", "until-found").lower() != "until-found")
    if not (is_hidden or is_hidden_by_style(element, rules)):
        return False
    if (
        element.tag in WHOLE_PAGE
        or element.get("id") in opened
        or element.get("role") == "tabpanel"
        or is_folded(element)
    ):
        is_marked = is_hidden or NO_DISPLAY.search(element.get("style", "")) is not None
        element.attrib.pop("hidden", None)
        element.set("style", NO_DISPLAY.sub("", element.get("style", "")))
        return is_marked
    remove_element(element)
    return True


def is_hidden_by_style(element: "_Element", rules: Mapping[str, Style]) -> bool:
    own = parse_declarations(element.get("style", ""))
    styles = [own, *(rules[name] for name in element_selectors(element) if name in rules)]
    if any(map(hides_all, styles)):
        return not any(
            "visible" in each.get("style", "").lower() for each in islice(element.iterdescendants(), MOST_WITHIN)
        )
    # Far away stand also words for those who hear a page; their rules are in style sheets.
    is_far = own.get("position") in ("absolute", "fixed") and any(
        FAR_AWAY.fullmatch(own.get(side, "")) for side in ("left", "top")
    )
    return is_far or (any(map(hides_letters, styles)) and has_plain_content(element))


def hides_all(style: Style) -> bool:
    return style.get("display") == "none" or style.get("visibility") == "hidden"


def hides_letters(style: Style) -> bool:
    """By a size of nothing, or by the colour of what lies behind them; what is in it may have others of its own."""
    colour, behind = style.get("color"), style.get("background-color", style.get("background", ""))
    return bool(NO_SIZE.fullmatch(style.get("font-size", ""))) or (
        colour is not None and normalise_colour(colour) == normalise_colour(behind)
    )


def has_plain_content(element: "_Element") -> bool:
    return all(each.tag in PLAIN and not each.attrib for each in element.iterdescendants("*"))


def normalise_colour(said: str) -> str:
    """Writes a colour with six figures, where it has three or is white or black."""
    colour = COLOURS.get(said.replace(" ", ""), said)
    return "#" + "".join(sign * 2 for sign in colour[1:]) if SHORT_COLOUR.fullmatch(colour) else colour


def parse_declarations(text: str) -> Style:
    parts = (part.partition(":") for part in text.lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, colon, value in parts if colon}


def element_selectors(element: "_Element") -> Iterator[str]:
    """The selectors of a class or an id that mean it."""
    for name in (*(f".{each}" for each in element.get("class", "").split()), f"#{element.get('id', '')}"):
        yield name
        yield f"{element.tag}{name}"


def hiding_rules(source: str) -> dict[str, Style]:
    """Returns what style sheets of the page hide, by selectors such as ".note" and "p#draft"; no name that another rule
    shows, as what a script opens, and none in a block, such as "@media print"."""
    styles, shown = dict[str, Style](), set[str]()
    for selector, style, is_within in islice(parse_rules(source), MOST_RULES):
        if not is_within and SIMPLE.fullmatch(selector):
            styles.setdefault(selector, {}).update(style)
        elif style.get("display", "none") != "none" or style.get("visibility") == "visible":
            shown |= set(NAME.findall(selector))
    found = {name: style for name, style in styles.items() if hides_all(style) or hides_letters(style)}
    shown |= {
        each
        for name, style in styles.items()
        if name not in found and "display" in style
        for each in NAME.findall(name)
    }
    return {name: style for name, style in found.items() if shown.isdisjoint(NAME.findall(name))}


def parse_rules(source: str) -> Iterator[tuple[str, Style, bool]]:
    """Each selector with its style, and whether it stands in a block of rules."""
    for sheet in style_sheets(source):
        opened = list[str]()
        *parts, _rest = BRACES.split(COMMENT.sub(" ", sheet))
        for text, brace in zip(parts[::2], parts[1::2], strict=True):
            if brace == "{":
                opened.append(text)
            elif opened:
                style = parse_declarations(text)
                for selector in opened.pop().split(","):
                    yield selector.strip(), style, bool(opened)


def style_sheets(source: str) -> Iterator[str]:
    """Yields the sheets that end, in time that grows with the length of the page."""
    place = 0
    while (begins := SHEET_BEGINS.search(source, place)) and (ends := SHEET_ENDS.search(source, begins.end())):
        yield source[begins.end() : ends.start()]
        place = ends.end()


def is_folded(element: "_Element") -> bool:
    around = [each for each in islice(element.iterancestors(), NEAR - 1) if each.tag not in WHOLE_PAGE]
    return bool(FOLDED & class_words(element)) or any(FOLDS & class_words(each) for each in around)


def class_words(element: "_Element") -> set[str]:
    """Returns the words of its classes."""
    return {word.lower() for word in WORD.findall(element.get("class", ""))}


def remove_element(element: "_Element") -> None:
    """The text after it stays."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "")
    else:
        before.tail = (before.tail or "") + (element.tail or "")
    parent.remove(element)
