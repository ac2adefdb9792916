"""The columns of a file of protected words: what they may be called, and the sentence for one that is missing."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

COLUMNS: dict[str, Promise] = {
    "word_list": _("List"),
    "term": _("Word"),
    "forms": _("Further forms"),
    "note": _("Note"),
}
"""By the name of the field, the head of the column in the language of the reader."""
NEEDED = ("word_list", "term")
ALSO_CALLED = {
    "liste": "word_list", "wortliste": "word_list", "list": "word_list", "wort": "term", "begriff": "term",
    "word": "term", "weitere formen": "forms", "formen": "forms", "further forms": "forms", "bemerkung": "note",
    "anmerkung": "note", "notiz": "note", "hinweis": "note", "note": "note",
}  # fmt: skip


class WrongColumns(ValueError):  # noqa: N818 - told to the person who chose the file
    """The file lacks a column that every row needs."""


def parse_field_names(heads: Sequence[str | None]) -> list[str]:
    """The fields that the heads mean; unknown ones stay as they are. Raises WrongColumns."""
    named = [parse_field_name(head or "") for head in heads]
    missing = [str(COLUMNS[name]) for name in NEEDED if name not in named]
    if missing:
        message = say("The first row lacks the column “%(missing)s”; it has: %(found)s. See the template.")
        raise WrongColumns(message % {"missing": ", ".join(missing), "found": ", ".join(filter(None, heads)) or "–"})
    return named


def parse_field_name(head: str) -> str:
    folded = " ".join(head.strip().lower().replace("_", " ").split())
    known = {str(label).lower(): name for name, label in COLUMNS.items()} | {"word list": "word_list"}
    return ALSO_CALLED.get(folded) or known.get(folded) or folded.replace(" ", "_")


def column_headings(names: Sequence[str]) -> list[str]:
    """Returns the headings as people read them."""
    return [str(COLUMNS.get(name, name)) for name in names]
