"""A model that was talked into linking elsewhere: forged numbers, disguised addresses, signs of ours in its markup."""

import random
import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from apps.chat.answering.answer_html import CitationLink, render
from apps.chat.proof.mark_text import (
    CONTRADICTED_CLOSE,
    CONTRADICTED_OPEN,
    LEVEL_CLOSE,
    LEVEL_OPEN,
    LINK_CLOSE,
    LINK_OPEN,
    UNPROVED_CLOSE,
    UNPROVED_OPEN,
)

ATTACKS = 500
SEED = 20
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


def attacks() -> list[str]:
    chance = random.Random(SEED)  # noqa: S311 - the same attacks every time
    found = []
    for _ in range(ATTACKS):
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


def test_no_generated_attack_gets_a_link_or_a_number_of_its_own() -> None:
    found = {attack: wrong for attack in attacks() if (wrong := harm(render(attack, LINKS, sources=[SOURCE])))}
    assert found == {}


def test_the_attacks_do_make_links_and_numbers() -> None:
    pages = [Anchors(render(attack, LINKS, sources=[SOURCE])) for attack in attacks()]
    kinds = ["citation" in attributes.get("class", "") for page in pages for attributes, _seen in page.links]
    assert kinds.count(True) > 50
    assert kinds.count(False) > 30


@pytest.mark.parametrize(
    "html",
    [
        '<a href="https://evil.example/">x</a>',
        '<a class="citation" href="https://amt.example/antrag?id=7">[1]</a>',
        '<a href="https://amt.example/antrag?id=7">[1]</a> (amt.example)',
        '<a href="https://amt.example/antrag?id=7">x</a>',
        '<a title="x" href="https://amt.example/antrag?id=7">amt.example</a>',
    ],
)
def test_the_check_sees_what_is_harmful(html: str) -> None:
    assert harm(html)


def test_the_reported_attack_is_text() -> None:
    forged = f'[x](https://evil/?q={ONE} "a {ONE} b")'
    html = render(forged, LINKS, sources=[SOURCE, "https://evil/"])
    assert harm(html) == []
    assert "evil" not in "".join(attributes.get("href", "") for attributes, _ in Anchors(html).links)


def test_an_address_of_a_source_stays_a_link_with_its_host() -> None:
    html = render("[Zum Antrag](https://amt.example/antrag?id=7)", {}, sources=[SOURCE])
    assert html == (
        '<p><a href="https://amt.example/antrag?id=7" rel="noopener noreferrer nofollow">Zum Antrag</a>'
        " (amt.example)</p>\n"
    )


def test_a_number_stands_in_text_code_and_tables() -> None:
    for text in (f"a {ONE}", f"`a {ONE}`", f"```\na {ONE}\n```", f"| a {ONE} |\n|---|\n| b |", f"# a {ONE}"):
        assert [seen for _, seen in Anchors(render(text, LINKS)).links] == ["[1]"]
