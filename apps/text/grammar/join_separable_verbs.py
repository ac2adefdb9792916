"""Joins German separable verbs: "Wie melde ich mich an?" asks about "anmelden", "angemeldet" and "anzumelden"."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.text.word_stems import STOP_WORDS, fold

# Folded, and a part of those in separable_prefixes.py: "sicher", "frei" and "wieder" also end questions by themselves.
PARTS = (
    "zusammen|zuruck|weiter|nieder|bereit|statt|teil|fest|fort|heim|durch|auf|aus|ein|vor|nach|mit|weg|her|hin|los|bei"
    "|an|ab|um|zu"
)
APART = re.compile(rf"(?:{PARTS})")
# At least four letters must follow, so that "Angebot" and "Umzug" stay what they are.
INSIDE = re.compile(rf"^({PARTS})(?:zu|ge)(?=[a-z]{{4}})")
CHANGED = {
    "gib": "geb", "nimm": "nehm", "nomm": "nehm", "fund": "find", "zog": "zieh", "schloss": "schliess", "tritt": "tret",
    "tritn": "tret", "trifft": "treff", "troff": "treff", "hilf": "helf", "sprich": "sprech", "sproch": "sprech",
    "wirf": "werf", "worf": "werf", "wies": "weis", "schrieb": "schreib", "stieg": "steig", "bracht": "bring",
    "lies": "les", "schnitt": "schneid", "griff": "greif",
}  # fmt: skip
"""Stems of forms that strong verbs take, and those of their infinitives."""
VERB = re.compile(rf"({PARTS})(?:zu|ge)?([a-z]{{3,}}?)(?:ung|ungen|en|n|et|t|ete[nrsm]?|te[nrsm]?|e|st)")
"""A word that may be one, with its part and its stem. Nouns are among them; what is made of these nobody writes."""
STRONG = re.compile(rf"^({PARTS})(?:ge)?({'|'.join(CHANGED)})(?:t|st|en)?$")
SAYS_NO_ACT = frozenset({"gibt", "gebe", "nehme", "geht", "gehe"})
"""Of the words that carry no subject those that do with a part: "gibt … ab"."""
SHORTEST_ROOT = 3
"""Letters of a verb without its ending."""
LIKE_VERB = re.compile(r"[a-zäöüß]{2,}(?:e|st|t|en|ern|eln)")
WORD = re.compile(r"\w+|[?!.,;:]")
ENDS_CLAUSE = frozenset("?!.,;:")
GOES_ON = frozenset(
    """
    und oder wenn falls weil ob dass damit bevor nachdem als fur in im am bei beim mit von vom zur zum ohne pro bis seit
    auf an aus nach trotz wegen was wie wo wann wer wen wem welche welcher welches welchen warum wohin ? ! . , ; :
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""What stands after a part that closes its clause: a preposition never stands before another one, and what asks begins
a clause, with a comma before it or without."""


def join_separable_verb(question: str) -> tuple[str, str] | None:
    """The verb of a question and that verb with its part, which closes its clause; both folded. None without one."""
    words = WORD.findall(question)
    folded = [fold(word) for word in words]
    begin = 0
    for place, word in enumerate(folded):
        begin = place + 1 if word in ENDS_CLAUSE else begin
        closes = place + 1 == len(words) or folded[place + 1] in GOES_ON
        verb = first_verb(words[begin:place]) if closes and APART.fullmatch(word) else ""
        if verb:
            return fold(verb), word + fold(verb)
    return None


def first_verb(words: Sequence[str]) -> str:
    """Empty without one. "ich zieh" and "meld ich", as people say it, have no ending; what stands beside "ich" is its
    verb all the same."""
    beside = {place + step for place, word in enumerate(words) if fold(word) == "ich" for step in (-1, 1)}
    return next(
        (word for place, word in enumerate(words) if is_verb(word) or (place in beside and may_be_root(word))), ""
    )


def may_be_root(word: str) -> bool:
    return word.isalpha() and len(word) >= SHORTEST_ROOT and fold(word) not in STOP_WORDS


def is_verb(word: str) -> bool:
    folded = fold(word)
    return LIKE_VERB.fullmatch(word) is not None and (folded not in STOP_WORDS or folded in SAYS_NO_ACT)


@lru_cache(maxsize=65_536)
def infinitive_stem(stem: str) -> str:
    """A stem without the "ge" or "zu" that forms of such a verb have inside, and with the infinitive's vowel."""
    plain = INSIDE.sub(r"\1", stem)
    strong = STRONG.match(plain)
    return strong[1] + CHANGED[strong[2]] if strong else plain


def separable_verb_forms(word: str) -> frozenset[str]:
    """Folded forms that official German has of a folded verb with its part, and of a noun made of it: "anzumelden",
    "angemeldet" and "anmelden" for "anmelden" and "anmeldung". Empty for other words; some of the forms are no words.
    """
    found = VERB.fullmatch(word)
    if found is None:
        return frozenset()
    part, said = found.groups()
    root = CHANGED.get(said, said)
    participles = {root, *(other for other, infinitive in CHANGED.items() if infinitive == root)}
    return frozenset(
        {f"{part}{root}en", f"{part}{root}et", f"{part}zu{root}en"}
        | {f"{part}ge{each}{ending}" for each in participles for ending in ("", "en", "t", "te", "et", "ete")}
    )
