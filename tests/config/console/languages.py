"""Reads pages of the console as people do, and finds what is in the wrong language on them."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import django
import polib
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db.models import CharField, JSONField, Model, TextField
from django.test import Client
from django.urls import NoReverseMatch, reverse

DJANGO = Path(django.__file__).parent
CATALOGUES = (
    settings.BASE_DIR / "locale/de/LC_MESSAGES/django.po",
    DJANGO / "conf/locale/de/LC_MESSAGES/django.po",
    DJANGO / "contrib/admin/locale/de/LC_MESSAGES/django.po",
    DJANGO / "contrib/auth/locale/de/LC_MESSAGES/django.po",
)
# Words that no sentence of the language does without, and that mean nothing in the other one.
ENGLISH = frozenset(
    [
        "the",
        "and",
        "of",
        "is",
        "are",
        "with",
        "this",
        "that",
        "from",
        "by",
        "to",
        "for",
        "not",
        "which",
        "when",
        "who",
        "you",
        "your",
        "it",
        "its",
        "be",
        "been",
        "has",
    ]
)
GERMAN = frozenset(
    ["der", "das", "und", "ist", "sind", "mit", "dieser", "dass", "von", "zu", "für", "nicht", "welche", "wenn", "wer",
     "ihre", "sie", "ein", "eine", "wird", "den", "dem"]
)  # fmt: skip
OF_THE_OTHER = {"de": ENGLISH, "en": GERMAN}
LEAST_WORDS = 2
"""Of the other language in one piece of text: "by" alone is in names, too."""
SHORTEST_NAME, MOST_ROWS = 8, 500
SKIPPED = ("script", "style", "pre", "code", "textarea", "mark", "q", "blockquote")
WORD = re.compile(r"[^\W\d_]+")


class Pieces(HTMLParser):
    """Texts between tags and in what stands for texts; not what people or documents wrote in other languages."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        language = given.get("lang") if tag != "html" else None
        if tag not in ("br", "hr", "img", "input", "link", "meta", "use", "path") and (
            self.hidden or tag in SKIPPED or language
        ):
            self.hidden.append(tag)
        if not self.hidden:
            spoken = [given.get(name) for name in ("aria-label", "placeholder", "title", "alt")]
            if tag == "input" and given.get("type") in ("submit", "button"):
                spoken.append(given.get("value"))
            self.found |= {folded(text) for text in spoken if text}

    def handle_endtag(self, tag: str) -> None:
        if tag in self.hidden:
            while self.hidden.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.found.add(folded(data))


def folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().rstrip(":.").casefold()


def pieces(html: str) -> set[str]:
    parser = Pieces()
    parser.feed(html)
    return parser.found - {""}


@cache
def wordings() -> dict[str, dict[str, str]]:
    """By language, the texts that must not stand on its pages, with what should stand there."""
    german: dict[str, str] = {}
    english: dict[str, str] = {}
    both: set[str] = set()
    for path in CATALOGUES:
        for entry in polib.pofile(str(path)):
            forms = list(zip((entry.msgid, entry.msgid_plural), entry.msgstr_plural.values(), strict=False)) or [
                (entry.msgid, entry.msgstr)
            ]
            for ours, theirs in forms:
                if folded(ours) == folded(theirs):
                    both.add(folded(ours))
                elif theirs and "%" not in ours:
                    german[folded(ours)] = theirs
                    english[folded(theirs)] = ours
    # A word that is German in one place and English in another ("Name", "Status") says nothing.
    return {
        "de": {text: other for text, other in german.items() if text not in english and text not in both},
        "en": {text: other for text, other in english.items() if text not in german and text not in both},
    }


def foreign(html: str, language: str, known: frozenset[str] = frozenset()) -> set[str]:
    """Pieces of a page in `language` that belong to the other one. `known` is what stands in rows: people's words."""
    found = {piece for piece in pieces(html) - known if is_foreign(piece, language)}
    return {piece for piece in found if is_foreign(without(piece, known), language)}


def is_foreign(piece: str, language: str) -> bool:
    """By the catalogues, or by words that only the other language has."""
    if piece in wordings()[language] and WORD.search(piece):
        return True
    others, own = OF_THE_OTHER[language], OF_THE_OTHER["en" if language == "de" else "de"]
    words = WORD.findall(piece)
    return sum(word in others for word in words) >= LEAST_WORDS and not any(word in own for word in words)


def without(piece: str, known: frozenset[str]) -> str:
    """What is left when the words of rows are taken out: of "Change history: Freibad" it is "change history: "."""
    if any(piece.strip("“”„:… ") in text for text in known):
        return ""
    # The longest first: what a title holds may be the name of something else.
    for text in sorted(known, key=len, reverse=True):
        if len(text) >= SHORTEST_NAME and text in piece:
            piece = piece.replace(text, " ")
    return piece


def texts_in_rows() -> frozenset[str]:
    """Everything that rows hold as text, line by line and as a whole."""
    found = {folded(name) for _code, name in settings.LANGUAGES}
    for model in apps.get_models():
        names = [field.name for field in model._meta.fields if is_text(field)]
        for row in model._default_manager.all()[:MOST_ROWS]:
            for text in (*(str(getattr(row, name)) for name in names), str(row)):
                found |= {folded(text), *map(folded, text.splitlines())}
    return frozenset(found)


def is_text(field: Any) -> bool:
    return isinstance(field, CharField | TextField | JSONField) and not field.choices


def addresses() -> Iterator[str]:
    """Every page of the console: lists, forms for new rows, pages of their own, and one row of each model."""
    yield from (reverse("admin:index"), reverse("admin:password_change"), reverse("admin:console_search"))
    for model, its_admin in admin.site._registry.items():
        for pattern in its_admin.get_urls():
            try:
                yield reverse(f"admin:{getattr(pattern, 'name', None)}")
            except NoReverseMatch:
                continue
        yield from pages_of_a_row(model)


def pages_of_a_row(model: type[Model]) -> Iterator[str]:
    row = model._default_manager.order_by("-pk").first()
    if row is not None:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for page in ("change", "delete", "history"):
            yield reverse(f"{name}_{page}", args=[row.pk])


def page(client: Client, address: str, language: str) -> str:
    """Empty where the address is no page to read (a file, a redirection)."""
    answer = client.get(address, headers={"accept-language": language})
    is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return answer.content.decode() if is_page and not answer.streaming else ""
