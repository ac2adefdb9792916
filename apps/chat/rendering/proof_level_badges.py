"""Badges after the sentences of an answer, which say how far each is proved."""

from collections.abc import Sequence
from html import escape

from django.utils.translation import gettext as _

from apps.chat.proof.proof_levels import PROVED_LEVELS, LeveledSentence, ProofLevel
from apps.chat.rendering.proof_level_labels import level_label
from apps.text.grammar.strip_link_addresses import strip_link_addresses

LONGEST_QUOTE = 400
"""Characters of a quote that are shown below its sentence; the whole of it opens with the link."""
QUOTE = "{quote}"
"""Where the quote that is shown already goes."""


def proof_level_badge(sentences: Sequence[LeveledSentence], position: int) -> str:
    """HTML after the sentence at this position. `data-sentence` is its place among those that have words."""
    sentence = sentences[position]
    place = sum(one.has_words for one in sentences[:position])
    label = escape(level_label(sentence.level))
    if sentence.level in PROVED_LEVELS:
        return proved_sign(sentence.level, label, place)
    quotes = " … ".join(shorten_quote(quote) for quote in sentence.quotes[:2])
    quote = f'<q class="proof-quote">{escape(quotes)}</q>'
    return f' <small class="proof-level quoted" data-sentence="{place}">{label}: {quote}</small>'


def second_reading_badge(level: ProofLevel, place: int) -> str:
    """The sign after a second reader's verdict; a contradiction keeps the quote, for which it has a place."""
    if level in PROVED_LEVELS:
        return proved_sign(level, escape(level_label(level)), place).strip()
    label = escape(_("the source says otherwise, a second reader finds"))
    return f'<small class="proof-level contradicted" data-sentence="{place}">{label}: {QUOTE}</small>'


def proved_sign(level: ProofLevel, label: str, place: int) -> str:
    return f' <small class="proof-level {level}" data-sentence="{place}">✓ {label}</small>'


def shorten_quote(quote: str) -> str:
    flat = " ".join(strip_link_addresses(quote).split())
    return flat if len(flat) <= LONGEST_QUOTE else flat[:LONGEST_QUOTE].rstrip() + " …"
