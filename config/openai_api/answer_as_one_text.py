"""An answer as one text: this form has no place for a card of help, for levels of proof and for what is missing, and
its clients render Markdown as they like."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

from django.conf import settings
from django.utils import translation

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answer_or_refusal.answer_warnings import OF_THE_WHOLE_ANSWER
from apps.chat.detect_question_language import language_of_question
from apps.chat.fixed_answers.render_card import card_lines
from apps.chat.rendering.proof_level_labels import level_notices

RULE = "\n\n---\n\n"
"""Between a card, the answer, and what is to be known of it."""
HIDES_ADDRESS = re.compile(r"\](?=[(\[])|(?<=\])(?=:)")
"""Where Markdown would put another address under words, or load a picture from it."""
BEGINS_MARKUP = re.compile(r"(?<!\\)<(?=[a-z/!?])", re.IGNORECASE)

Answer = Mapping[str, Any]
"""The JSON of `ask`."""


def in_one_text(answer: Answer, language: str) -> Answer:
    """The answer below the card that is offered beside it, and above what readers must know of it."""
    card = [card_lines(answer["help"])] if answer["help"] else []
    said = ["\n".join(f"- {one}" for one in notices(answer, language))]
    text = RULE.join([*card, *map(without_hidden_links, [answer["answer"], *filter(None, said)])])
    return {**answer, "answer": text}


def notices(answer: Answer, language: str) -> list[str]:
    """What is missing from the answer and which sentences are not proved; nothing where all is well."""
    missing = [str(one["text"]) for one in answer["warnings"] if one["kind"] in OF_THE_WHOLE_ANSWER]
    with translation.override(language):
        counted, *unproved = level_notices(answer["sentences"]) or [""]
    return [*missing, counted, *unproved] if unproved else missing


def language_of(ask: AskedQuestion) -> str:
    """As a new conversation gets it."""
    return ask.language or language_of_question(ask.text) or settings.LANGUAGE_CODE


def without_hidden_links(text: str) -> str:
    """The same words; addresses that a model wrote are seen, and nothing is loaded from them."""
    return BEGINS_MARKUP.sub(r"\\<", HIDES_ADDRESS.sub(lambda found: f"{found[0]} ", text))


def answers_within(text: str) -> set[str]:
    """What the answer may have been in a text that a client sends back: with or without a card and notices."""
    parts = text.split(RULE)
    cuts = product((0, 1), (len(parts), len(parts) - 1))
    return {RULE.join(parts[begin:end]) for begin, end in cuts if begin < end}
