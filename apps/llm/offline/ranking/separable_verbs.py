"""German separable verbs: "Wie melde ich mich an?" asks about "anmelden" and "angemeldet"."""

import re
from functools import lru_cache

from apps.text.word_stems import STOP_WORDS, fold

PARTS = (
    "zusammen|zuruck|weiter|nieder|bereit|statt|teil|fest|fort|heim|durch|auf|aus|ein|vor|nach|mit|weg|her|hin|los|bei"
    "|an|ab|um|zu"
)
APART = re.compile(rf"(?:{PARTS})")
# At least four letters behind, so that "Angebot" and "Umzug" stay what they are.
INSIDE = re.compile(rf"^({PARTS})(?:zu|ge)(?=[a-z]{{4}})")
WORD = re.compile(r"\w+")


def in_one_word(question: str) -> tuple[str, str] | None:
    """The verb of a question that ends in the verb's first part, as it stands there and whole, both folded."""
    words = WORD.findall(question)
    last = fold(words[-1]) if words else ""
    if not APART.fullmatch(last):
        return None
    verb = next((fold(word) for word in words[:-1] if word.islower() and fold(word) not in STOP_WORDS), None)
    return (verb, last + verb) if verb else None


@lru_cache(maxsize=65_536)
def like_infinitive(stem: str) -> str:
    """A stem without the "ge" or "zu" that forms of such a verb have inside."""
    return INSIDE.sub(r"\1", stem)
