"""Personas: those shipped, the draw of one per dialogue, and the language of a question."""

import json
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from apps.evaluation.models import Persona
from apps.text.noun_phrases import detect_german_or_english

DONE_MARKER = re.compile(r"(?<![A-Za-z])DONE(?![A-Za-z])")
"""Also beside Japanese letters, where a word has no edge."""
LONGEST_LINE = 2_000
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SHIPPED = Path(__file__).parent / "shipped_personas.json"


class UnknownPersona(LookupError):  # noqa: N818 - it is an answer to the person who typed the name
    """The message names what was typed and who there is."""


def create_shipped_personas(**_signal: object) -> None:
    """The shipped ones that are not there. What was changed in the admin stays; may run again."""
    for persona in json.loads(SHIPPED.read_text(encoding="utf-8")):
        Persona.objects.get_or_create(slug=persona["slug"], defaults={**persona})


def personas_named(slugs: Sequence[str] | None) -> list[Persona]:
    """The named personas in that order, or all active ones. Raises UnknownPersona."""
    every = {persona.slug: persona for persona in Persona.objects.all()}
    if not slugs:
        return [persona for persona in every.values() if persona.is_active]
    for slug in slugs:
        if slug not in every:
            raise UnknownPersona(f"Unknown persona '{slug}'. Known: {', '.join(every) or 'none'}.")
    return [every[slug] for slug in slugs]


def draw_personas(personas: Sequence[str], given: Iterable[str], seed: int) -> list[str]:
    """A persona for each dialogue; the same seed draws the same ones.

    One is drawn for every dialogue, also where one is given, so that naming one changes no other.
    """
    source = random.Random(seed)  # noqa: S311 - nothing secret is drawn
    return [named or drawn for named in given for drawn in [source.choice(personas) if personas else ""]]


def contains_done_marker(line: str) -> bool:
    return bool(DONE_MARKER.search(line))


def clean_visitor_line(text: str) -> str:
    """What a model wrote as the visitor's line: without quotation marks around it, and not longer than people type."""
    return text.strip().strip('"„“”«»「」').strip()[:LONGEST_LINE]


def persona_language(text: str) -> str:
    """One of "ja", "en", "de": enough to know which words a persona should use."""
    if JAPANESE.search(text):
        return "ja"
    return detect_german_or_english(text)
