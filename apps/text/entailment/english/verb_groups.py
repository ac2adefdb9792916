"""Finds the verb group of an English clause: "must not be paid", "has been left", "covers"."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.token import Token

RELATIVES = frozenset({"who", "which", "that"})
FINITE = frozenset({"VVZ", "VVD", "VVB", "VVI"})
HELPERS = frozenset({"modal", "aux"})
BETWEEN = frozenset({"neg", "focus", "filler"})


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """`start` to `end` (exclusive) is the group; the rest is what it says."""

    start: int
    end: int
    verb: str
    helper: Token | None = None
    modality: str = ""
    voice: str = "active"
    tense: str = "present"
    scope: tuple[str, ...] = ()
    imperative: bool = False


def find_verb_group(tokens: Sequence[Token]) -> VerbGroup | None:
    """The first verb of the clause that is in no relative clause; None when no form tells."""
    relative = False
    for index, token in enumerate(tokens):
        if token.kind in {"pron", "det"} and token.key in RELATIVES and is_followed_by_verb(tokens, index):
            relative = True
        elif token.kind in HELPERS or (
            is_finite(tokens, index) and (relative or not is_before_helping_verb(tokens, index))
        ):
            found = helped_verb_group(tokens, index) if token.kind in HELPERS else single_verb_group(tokens, index)
            if not relative:
                return found
            relative = False
        elif token.text in {",", ";"}:
            relative = False
    return None


def is_followed_by_verb(tokens: Sequence[Token], at: int) -> bool:
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return at > 0 and following is not None and (following.kind in HELPERS | {"verb", "pron", "adj", "adv"})


def is_finite(tokens: Sequence[Token], at: int) -> bool:
    """ "covers" after its subject; never after "to" nor an article."""
    token = tokens[at]
    if token.kind != "verb" or token.form not in FINITE or not at:
        return False
    before = tokens[at - 1]
    if token.form in {"VVI", "VVB"} and token.low != token.key and analyse_word(token.low, "en").lemma != token.low:
        return False
    adverb = before.kind == "adj" and before.low.endswith("ly")  # "who repeatedly fail"
    return (before.kind in {"noun", "pron", "value", "adv"} or adverb) and before.key != "to"


def is_before_helping_verb(tokens: Sequence[Token], at: int) -> bool:
    """ "Holders of a city pass are …": what may be a noun is one where a surer verb follows in the same clause."""
    token = tokens[at]
    if token.low != token.key or token.form == "VVD" or tokens[at - 1].kind == "pron":
        return False
    for following in tokens[at + 1 :]:
        if following.kind in {"conj", "sub", "punct", "pron"} or following.key in RELATIVES:
            return False
        if following.kind in HELPERS or (following.kind == "verb" and following.form == "VVZ"):
            return True
    return False


def single_verb_group(tokens: Sequence[Token], at: int) -> VerbGroup:
    return VerbGroup(at, at + 1, tokens[at].key, tense="past" if tokens[at].form == "VVD" else "present")


def helped_verb_group(tokens: Sequence[Token], start: int) -> VerbGroup:
    """Reads a verb with its helping verbs, and what stands between them: "not", "only"."""
    helper = tokens[start]
    scope: list[str] = []
    chain: list[Token] = [helper]
    index = start + 1
    while index < len(tokens) and (tokens[index].kind in BETWEEN or tokens[index].kind == "aux"):
        if tokens[index].kind == "aux":
            chain.append(tokens[index])
        elif tokens[index].kind != "filler":
            scope.append(tokens[index].key)
        index += 1
    verb = tokens[index] if index < len(tokens) and is_main_verb(tokens, index, chain) else None
    return compose_verb_group(start, index, chain, verb, tuple(scope))


def is_main_verb(tokens: Sequence[Token], at: int, chain: Sequence[Token]) -> bool:
    """After "must" anything that stands first is the verb, after "be" only a participle."""
    token = tokens[at]
    if chain[-1].kind == "modal" or chain[-1].key == "do":
        return token.kind in {"verb", "noun", "adj"}
    return token.kind == "verb" or (token.kind == "adj" and token.low.endswith("ed"))


def compose_verb_group(
    start: int, index: int, chain: Sequence[Token], verb: Token | None, scope: tuple[str, ...]
) -> VerbGroup:
    helper = chain[0]
    modality = helper.key if helper.kind == "modal" else ""
    keys = [t.key for t in chain if t.kind == "aux"]
    past = helper.kind == "aux" and helper.form == "past"
    done = "have" in keys and (verb is not None or keys[-1] != "have")  # "has been valid"
    tense = "past perfect" if past and done else "past" if past else "perfect" if done else "present"
    if modality == "must" and "not" in scope:
        modality = "may"  # What must not be done may not be done.
    elif modality == "need_not":
        modality, scope = "must", (*scope, "not")
    if verb is None:
        name = next((key for key in reversed(keys) if key != "do"), helper.key)
        return VerbGroup(start, index, name, helper, modality, "active", tense, scope)
    passive = bool(keys) and keys[-1] == "be" and verb.form != "VVG"
    name = verb.key if verb.form != "VVG" or not keys else f"be {verb.key}"
    voice = "passive" if passive else "active"
    return VerbGroup(start, index + 1, name, helper, modality, voice, tense, scope)
