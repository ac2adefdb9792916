"""Contradictions between documents: an answer cites a sentence that another document contradicts; both are shown."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.chat.models.conversations import CONFLICT_KIND
from apps.conflicts.open_conflicts import ConflictingSentence, OpenConflict

MOST_SHOWN = 3
FEWEST_LETTERS = 12
"""Of a quote within the sentence: fewer could stand in any."""
Cited = tuple[int, int, str]
"""The document, the page, and what of it is cited."""


def cited_conflicts(conflicts: Sequence[OpenConflict], cited: Iterable[Cited]) -> list[OpenConflict]:
    """Keeps the conflicts of which a sentence is cited, MOST_SHOWN at most."""
    places = [(document, page, normalise_words(text)) for document, page, text in cited]
    met = [each for each in conflicts if any(is_sentence_cited(side, places) for side in (each.newer, each.older))]
    return met[:MOST_SHOWN]


def is_sentence_cited(sentence: ConflictingSentence, places: Sequence[Cited]) -> bool:
    text = normalise_words(sentence.text)
    return any(
        (document, page) == (sentence.document_id, sentence.page)
        and (text in quote or (len(quote) >= FEWEST_LETTERS and quote in text))
        for document, page, quote in places
    )


def normalise_words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def conflict_warning(conflict: OpenConflict) -> dict[str, Any]:
    """Returns the warning as it is stored, in the language in force. `documents` tells whose words it holds."""
    sides = (conflict.newer, conflict.older)
    return {
        "kind": CONFLICT_KIND,
        "text": " ".join(
            [conflict_lead_sentence(), *(f'"{side.text}" ({sentence_place_label(side)})' for side in sides)]
        ),
        "documents": [side.document_id for side in sides],
    }


def conflict_lead_sentence() -> str:
    return _("Two documents say different things here. Please ask which of them holds.")


def conflict_notice_html(conflict: OpenConflict) -> SafeString:
    sides = ((side.text, side.url, sentence_place_label(side)) for side in (conflict.newer, conflict.older))
    quotes = format_html_join(" ", '<q>{}</q> <a class="citation" href="{}">{}</a>', sides)
    return format_html('<p class="conflict-notice"><strong>{}</strong> {}</p>', conflict_lead_sentence(), quotes)


def sentence_place_label(sentence: ConflictingSentence) -> str:
    name = _("%(title)s, page %(page)s") % {"title": sentence.title, "page": sentence.page}
    return f"{name}, {date_format(sentence.date, 'SHORT_DATE_FORMAT')}"
