"""Nouns that name an act: "Zustimmung" is zustimmen, "Betreten" betreten."""

from functools import cache, lru_cache
from pathlib import Path

from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.reading.equivalents import verbs
from apps.text.derivation.tokens.morphology import SEPARABLE, analysed, separable

TABLE = Path(__file__).with_name("act_nouns.tsv")


@cache
def table() -> dict[str, str]:
    rows = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return {noun: verb for _, noun, verb in rows}


@lru_cache(maxsize=8192)
def verb_of(noun: str) -> str:
    """The verb whose act a German noun (base form, lower case) names, or an empty text."""
    if noun in table():
        return known(table()[noun])
    if noun.endswith("ung") and (verb := infinitive(noun.removesuffix("ung"))):
        return known(verb)
    if noun.startswith(SEPARABLE) and not noun.endswith(("trag", "en")) and infinitive(noun) and separable(f"{noun}en"):
        return known(f"{noun}en")  # "Ausfall" is ausfallen.
    if noun.startswith("rück") and (verb := verb_of(noun.removeprefix("rück"))):
        return known(f"zurück{verb}")
    if noun.endswith("en") and analysed(noun).tag.startswith("VV"):
        return known(noun)
    return ""


def infinitive(stem: str) -> str:
    """ "zustimm" is zustimmen, "änder" ändern, "sammel" sammeln; empty when there is no such verb."""
    if len(stem) < len("üb"):
        return ""
    for ending in ("n", "en") if stem.endswith(("er", "el")) else ("en",):
        found = analysed(stem + ending)
        if found.tag.startswith("VV") and found.lemma == stem + ending:
            return stem + ending
    return ""


def known(verb: str) -> str:
    return verbs("de").get(verb, verb)


def head_of(part: Part) -> int:
    """Where the noun stands that the rest depends on: before "of", or last."""
    return part.words.index("of") - 1 if "of" in part.words else len(part.words) - 1


def act_of(part: Part) -> str:
    place = head_of(part)
    return (verb_of(part.words[place]) or bare_infinitive(part)) if place >= 0 else ""


def bare_infinitive(part: Part) -> str:
    """ "Parken" without an article is parken, whatever noun its form may belong to."""
    name = part.text.lower()
    is_word = part.text[:1].isupper() and name.isalpha() and name.endswith("en")
    return known(name) if is_word and analysed(name).tag.startswith("VV(INF") else ""
