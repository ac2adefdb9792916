"""Puts the help card, warnings and proof notices into the text of an answer: OpenAI's format has no fields for them.

Its clients render Markdown as they like.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

from django.conf import settings
from django.utils import translation

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answer_or_refusal.answer_warnings import WHOLE_ANSWER_WARNINGS
from apps.chat.detect_question_language import detect_question_language
from apps.chat.fixed_answers.render_card import card_lines
from apps.chat.rendering.proof_level_labels import level_notices

SECTION_SEPARATOR = "\n\n---\n\n"
"""Between a card, the answer, and what is to be known of it."""
HIDES_ADDRESS = re.compile(r"\](?=[(\[])|(?<=\])(?=:)")
"""Where Markdown would put another address under words, or load a picture from it."""
BEGINS_MARKUP = re.compile(r"(?<!\\)<(?=[a-z/!?])", re.IGNORECASE)

Answer = Mapping[str, Any]
"""The JSON of `ask`."""


def answer_as_one_text(answer: Answer, language: str) -> Answer:
    """The answer below the card that is offered beside it, and above what readers must know of it."""
    card = [card_lines(answer["help"])] if answer["help"] else []
    said = ["\n".join(f"- {one}" for one in collect_notices(answer, language))]
    text = SECTION_SEPARATOR.join([*card, *map(expose_hidden_links, [answer["answer"], *filter(None, said)])])
    return {**answer, "answer": text}


def collect_notices(answer: Answer, language: str) -> list[str]:
    """What is missing from the answer and which sentences are not proved; nothing where all is well."""
    missing = [str(one["text"]) for one in answer["warnings"] if one["kind"] in WHOLE_ANSWER_WARNINGS]
    with translation.override(language):
        counted, *unproved = level_notices(answer["sentences"]) or [""]
    return [*missing, counted, *unproved] if unproved else missing


def answer_language(ask: AskedQuestion) -> str:
    """Returns the language that a new conversation gets."""
    return ask.language or detect_question_language(ask.text) or settings.LANGUAGE_CODE


def expose_hidden_links(text: str) -> str:
    """Makes addresses that a model wrote visible, so that nothing is loaded from them; the words stay."""
    return BEGINS_MARKUP.sub(r"\\<", HIDES_ADDRESS.sub(lambda found: f"{found[0]} ", text))


def possible_answers(text: str) -> set[str]:
    """What the answer may have been in a text that a client sends back: with or without a card and notices."""
    parts = text.split(SECTION_SEPARATOR)
    cuts = product((0, 1), (len(parts), len(parts) - 1))
    return {SECTION_SEPARATOR.join(parts[begin:end]) for begin, end in cuts if begin < end}
