"""Compounds that share their last noun: "Sonn- und Feiertage" as "Sonntage und Feiertage". German."""

import re
from functools import lru_cache

from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.entailment.tokens.morphology import analyse_word, last_noun, tagger

JOINTS = r"(?: (?:und|oder|sowie|bzw\.|beziehungsweise) (?:auch )?| ?/ )"
FIRST = r"[A-ZÄÖÜ][a-zäöüß]{2,30}-"
LAST = r"[A-ZÄÖÜ][a-zäöüß]{4,40}"
SHARED = re.compile(rf"\b(?P<first>(?:{FIRST}, ){{0,5}}{FIRST})(?P<joint>{JOINTS})(?P<last>{LAST})\b")
OF_TIMES = re.compile(
    r"\b(?P<first>[A-Za-zÄÖÜäöü][a-zäöüß]{2,9})-(?P<joint> (?:und|oder|sowie) )"
    r"(?P<last>[a-zäöüß]{3,9}?(?P<tail>mittags|tags))\b"
)
""" "sonn- und feiertags", "vor- und nachmittags"."""
SHORTEST_HEAD, SHORTEST_TAIL, TWO_HALVES = 3, 5, 2


def expand_shared_compounds(text: str) -> str:
    """The text with every half of a compound that ends in a hyphen made whole, where its other half is known."""
    if "- " not in text and "-," not in text:
        return text
    return SHARED.sub(expand_match, OF_TIMES.sub(r"\g<first>\g<tail>\g<joint>\g<last>", text))


def expand_match(found: re.Match[str]) -> str:
    tail = shared_tail_of_compound(found["last"])
    if not tail:
        return found[0]
    joint = " und " if "/" in found["joint"] else found["joint"]
    return f"{found['first'].replace('-', tail)}{joint}{found['last']}"


@lru_cache(maxsize=2_000)
def shared_tail_of_compound(compound: str) -> str:
    """ "tagen" of "Feiertagen", as written; an empty text where its halves are not known.

    Of three nouns nobody can tell which two are shared: "Eltern- und Kinderfreizeitheime".
    """
    low = compound.lower()
    try:
        morphemes = tagger("de").analyze(compound, taglevel=3)[1]
    except (KeyError, ValueError, IndexError):
        return ""
    nouns = [place for place, (_, kind) in enumerate(morphemes) if kind.startswith("NN")]
    if len(nouns) > TWO_HALVES:
        return ""
    if len(nouns) == TWO_HALVES and "".join(form for form, _ in morphemes) == low:
        return "".join(form for form, _ in morphemes[nouns[-1] :])
    for place in range(len(low) - SHORTEST_TAIL, SHORTEST_HEAD - 1, -1):
        rest = low[place:]
        if rest.endswith(("ung", "ungen")) and verb_of_act_noun(analyse_word(rest.capitalize()).lemma):
            return rest
    return last_noun(compound)
