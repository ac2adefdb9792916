"""Simulates a visitor without a language model: asks twice about words of the answer, then stops. Deterministic."""

import re
from collections.abc import Sequence

from apps.llm.offline.judge_answer import is_refusal
from apps.llm.types import Message
from apps.text.word_stems import content_stems, content_words

DONE = "DONE"
TERM = re.compile(r"[^\W\d_]{4,}")
LINES = {
    "de": ("Was gilt dabei für {term}?", "Wo steht das zu {term} genau?"),
    "en": ("What about {term}?", "Where exactly does it say that about {term}?"),
    "ja": ("{term}についてはどうですか。", "{term}についてはどこに書いてありますか。"),
}
OPENINGS = (("You play", "en"), ("あなたは", "ja"))


def next_question(messages: Sequence[Message]) -> str:
    """One more line, or DONE after two, after a refusal, and when the answer holds no new word."""
    own = [message.text for message in messages if message.role == "assistant"]
    reply = messages[-1].text
    lines = LINES[prompt_language(messages[0].text)]
    if not own or len(own) > len(lines) or is_refusal(reply):
        return DONE
    said = content_stems(" ".join(own))
    term = next((word for word in TERM.findall(reply) if content_words(word) and not content_stems(word) <= said), "")
    return lines[len(own) - 1].format(term=term) if term else DONE


def prompt_language(system: str) -> str:
    return next((language for opening, language in OPENINGS if system.startswith(opening)), "de")
