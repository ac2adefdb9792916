"""Answers of a model that was talked into linking elsewhere, by a seed, and what would be harmful in their HTML."""

import random
import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

from apps.chat.proof.annotate_answer import (
    CONTRADICTED_CLOSE,
    CONTRADICTED_OPEN,
    LEVEL_CLOSE,
    LEVEL_OPEN,
    LINK_CLOSE,
    LINK_OPEN,
    UNPROVED_CLOSE,
    UNPROVED_OPEN,
)
from apps.chat.rendering.answer_html import CitationLink

HELD = (
    "https://amt.example/antrag?id=7",
    "http://www.stadt.example/",
    "https://amt.example:8443/formular.pdf",
    "mailto:info@amt.example",
)
SOURCE = (
    "Den Antrag gibt es unter https://amt.example/antrag?id=7, das Formular (https://amt.example:8443/formular.pdf) "
    "auch. Mehr: http://www.stadt.example/. Fragen an info@amt.example."
)
LINKS = {1: CitationLink(1, "/documents/1/pages/3/?quote=drei", "Gebühren, Seite 3"), 2: CitationLink(2, "", "Satzung")}
ONE, TWO, NONE = f"{LINK_OPEN}1{LINK_CLOSE}", f"{LINK_OPEN}2{LINK_CLOSE}", f"{LINK_OPEN}9{LINK_CLOSE}"
MARKERS = (ONE, TWO, NONE, "[1]", r"\[1\]", "&#91;1&#93;", "［1］", "**[1]**", "[ 1 ]", f"{LEVEL_OPEN}0{LEVEL_CLOSE}")
TARGETS = (
    "https://evil.example/",
    "https://evil.example/?q=SIGN",
    "https://amt.example/other",
    "https://amt.example:444/antrag?id=7",
    "https://amt.example@evil.example/antrag?id=7",
    "http://amt.example/antrag?id=7",
    "https://amt.example/antrag?id=7&x=1",
    "https://amt.example/antrag?id=7#SIGN",
    "//evil.example",
    "/admin/",
    "javascript:alert(1)",
    "mailto:other@amt.example",
    "mailto:info@amt.example?body=SIGN",
    "https://xn--amt-example.evil.example",
    "https://amt.example\\@evil.example",
    "HTTPS://AMT.EXAMPLE/antrag?id=7",
    *HELD,
)
FORMS = (
    "[LABEL](TARGET)",
    '[LABEL](TARGET "SIGN")',
    '[LABEL](TARGET "a SIGN b")',
    "[LABEL](<TARGET>)",
    "<TARGET>",
    "TARGET",
    "[LABEL]: TARGET\n\n[LABEL]",
    "![LABEL](TARGET)",
    "[![LABEL](TARGET)](TARGET)",
    "[a [LABEL](TARGET)](TARGET)",
    "SIGN(TARGET)",
    "[SIGN](TARGET)",
    "`[LABEL](TARGET)` SIGN",
    "<a href='TARGET'>SIGN</a>",
    "<a title='SIGN' href=TARGET>LABEL",
    "```SIGN\n[LABEL](TARGET)\n```",
    "| SIGN | b |\n|---|---|\n| [LABEL](TARGET) | c |",
    "# [LABEL](TARGET 'SIGN')",
)
LABELS = (
    "x",
    "amt.example",
    "SIGN",
    "siehe SIGN",
    "**SIGN**",
    "1",
    "¹",
    "Quelle 1",
    "[1",
    "1]",
    "https://amt.example/antrag?id=7",
)
NOISE = (
    UNPROVED_OPEN,
    UNPROVED_CLOSE,
    CONTRADICTED_OPEN,
    CONTRADICTED_CLOSE,
    LINK_OPEN,
    LINK_CLOSE,
    '"',
    "'>",
    "\\",
    "",
)


def forged_answers(number: int, seed: int) -> list[str]:
    chance = random.Random(seed)  # noqa: S311 - the same attacks every time
    found = []
    for _ in range(number):
        text = " ".join(chance.choice(FORMS) for _ in range(chance.randrange(1, 3)))
        text = re.sub("LABEL", lambda _: chance.choice(LABELS), text)
        text = re.sub("TARGET", lambda _: chance.choice(TARGETS), text)
        text = re.sub("SIGN", lambda _: chance.choice(MARKERS), text)
        place = chance.randrange(len(text) + 1)
        found.append(text[:place] + chance.choice(NOISE) + text[place:])
    return found


class Anchors(HTMLParser):
    """Every link of a page with all its attributes and what people see of it; every attribute of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[dict[str, str], str]] = []
        self.attributes: list[str] = []
        self._open: dict[str, str] | None = None
        self.after: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [value or "" for _name, value in attrs]
        if tag == "a":
            self.links.append(({name: value or "" for name, value in attrs}, ""))
            self.after.append("")
            self._open = self.links[-1][0]

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            attributes, seen = self.links[-1]
            self.links[-1] = (attributes, seen + data)
        elif self.after:
            self.after[-1] += data


def harm(html: str) -> list[str]:
    """What is wrong with the links of the page: empty when nothing is."""
    page, found = Anchors(html), []
    for (attributes, seen), after in zip(page.links, page.after, strict=True):
        href = attributes.get("href", "")
        if "citation" in attributes.get("class", ""):
            if href != LINKS[1].url or seen != "[1]":
                found.append(f"a number that leads elsewhere: {href} {seen}")
            continue
        if href not in HELD:
            found.append(f"an address that no source holds: {href}")
        if "title" in attributes:
            found.append(f"a title of the model's: {attributes['title']}")
        if re.search(r"[\[［(]\s*1\s*[\]］)]", seen) or not re.search(r"[^\W\d_]", seen):
            found.append(f"a forged number: {seen}")
        host = urlsplit(href).netloc or href.removeprefix("mailto:")
        if host not in seen + after:
            found.append(f"a link that does not say where it leads: {href} {seen}")
    if any(re.search("[\ue000-\ue007]|%EE%80%8", value) for value in page.attributes) or re.search(
        "[\ue000-\ue007]", html
    ):
        found.append("a sign of ours was left")
    return found
