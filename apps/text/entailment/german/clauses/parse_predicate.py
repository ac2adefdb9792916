"""Parses the verb of a German clause with modality, voice and tense: "ist vorzulegen" is must, passive, vorlegen."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.german.clauses.finite_verbs import VERB_KINDS
from apps.text.entailment.german.clauses.verb_chain import (
    build_verb_chain,
    join_zu_infinitives,
    predicate_of_chain,
)
from apps.text.entailment.tokens.morphology import analyse_word, is_known_verb, verb_of_participle
from apps.text.entailment.tokens.separable_prefixes import PARTICLES
from apps.text.entailment.tokens.token import Token

BREAK = Token("|", "|", "break")
"""Where the finite verb stood: no phrase goes across it."""


def parse_predicate(tokens: Sequence[Token]) -> tuple[Predicate | None, list[Token], int]:
    """The predicate, the other tokens, and how many of these stand before the finite verb of a main clause.

    None when there is no verb.
    """
    words = mark_participle(join_zu_infinitives(tokens))
    places = [i for i, t in enumerate(words) if t.kind in VERB_KINDS and not is_attributive_participle(words, i)]
    if not places and words and words[0].kind == "verb" and words[0].text == words[0].low:
        places = [0]  # "Dass …, machte der Rat klar": after a clause in front no attribute opens in small letters.
    if not places:
        return None, list(words), 0
    chain = [words[i] for i in places]
    finite = finite_verb_of_chain(chain)
    particle = place_of_particle(words, finite)
    used = {*places, *((particle,) if particle is not None else ())}
    place = words.index(finite)
    rest = [BREAK if i == place else t for i, t in enumerate(words) if i not in used or t is finite]
    front = sum(i not in used for i in range(place))
    found = predicate_of_chain(
        build_verb_chain(chain, finite, words[particle].low if particle is not None else "", words)
    )
    plural = finite.low == "sind" or (finite.low.endswith("n") and finite.low != "kann")
    return replace(found, plural=plural, singular=is_singular_verb(finite) and not found.imperative), rest, front


def is_singular_verb(finite: Token) -> bool:
    """ "trägt", "kann", "stieg"; not "tragen" nor "die Kosten trage"."""
    if finite.kind in {"modal", "aux"}:
        plural = finite.low == "sind" or (finite.low.endswith("n") and finite.low != "kann")
        return finite.form not in {"PP", "IZU"} and not plural
    third = finite.low.endswith("t") or " past" in finite.form
    # As the verb of a clause "gewährt" is no participle, whatever its form may be.
    return finite.form.startswith(("FIN", "PP")) and third and not finite.low.endswith("n")


def mark_participle(words: list[Token]) -> list[Token]:
    """ "wird entfernt": what may be an adjective is the verb when "werden" has no other."""
    last = len(words) - 1
    while last > 0 and words[last].kind in {"aux", "modal"}:
        last -= 1
    passive = any(t.key == "werden" for t in words) and not any(t.kind == "verb" for t in words)
    if last > 0 and passive and words[last].kind in {"adj", "adv"} and (verb := verb_of_participle(words[last].low)):
        words[last] = replace(words[last], key=equivalent_verb(verb), kind="verb", form="PP")
    modal = any(t.kind == "modal" for t in words) and not any(t.kind in {"verb", "aux"} for t in words)
    if last > 0 and modal and opens_with_infinitive(words):
        words[0] = replace(words[0], key=equivalent_verb(words[0].low), kind="verb", form="INF")
    elif last > 0 and modal and words[last].kind == "adj" and is_infinitive(words[last]):
        words[last] = replace(words[last], key=equivalent_verb(words[last].low), kind="verb", form="INF")
    if not any(t.kind in VERB_KINDS for t in words) and (place := place_of_verb_before_pronoun(words)):
        words[place] = replace(words[place], key=equivalent_verb(words[place].low), kind="verb", form="FIN")
    elif not any(t.kind in VERB_KINDS for t in words) and (place := place_of_unseen_verb(words)):
        words[place] = replace(
            words[place], key=equivalent_verb(verb_of_participle(words[place].low)), kind="verb", form="FIN"
        )
    return words


def opens_with_infinitive(words: Sequence[Token]) -> bool:
    """ "Betreten dürfen Sie die Halle nur …": in front of its modal verb, no noun of the same form."""
    found = analyse_word(words[0].low)
    return words[1].kind == "modal" and found.tag.startswith("VV") and found.lemma == words[0].low


def is_infinitive(token: Token) -> bool:
    """ "muss … wahren": where no other verb stands, the last word in small letters is it."""
    return token.text == token.low and token.low.endswith("en")


SUBJECTS = frozenset({"wir", "sie"})


def place_of_verb_before_pronoun(words: Sequence[Token]) -> int:
    """Finds "runden" in "Stunden runden wir auf": like an adjective, but no pronoun has one before it."""
    for place in range(1, len(words) - 1):
        token = words[place]
        if token.kind == "adj" and token.text.islower() and words[place + 1].low in SUBJECTS:
            return place if token.low.endswith("en") and is_known_verb(token.low) else 0
    return 0


def place_of_unseen_verb(words: Sequence[Token]) -> int:
    """Finds "umfasst" in "Die Pflicht umfasst auch …": like a participle, but the only verb; 0 for nowhere."""
    for place in range(1, len(words) - 1):
        token, following = words[place], words[place + 1]
        subject = words[place - 1].kind in {"noun", "pron"}
        if token.kind == "adj" and subject and following.kind not in {"adj", "noun", "punct", "conj", "end"}:
            verb = verb_of_participle(token.low)
            stem = verb.removesuffix("n").removesuffix("e")
            if verb and token.low in {f"{stem}t", f"{stem}et"}:
                return place
    return 0


def is_attributive_participle(words: Sequence[Token], at: int) -> bool:
    """ "die erteilten Genehmigungen": a participle before its noun."""
    token = words[at]
    if token.kind != "verb" or at + 1 >= len(words) or token.form == "IZU":
        return False
    inflected = token.low.endswith(("te", "ten", "ter", "tes", "tem", "ene", "enen", "ener", "enes"))
    return (
        inflected
        and token.low != token.key
        and words[at + 1].kind in {"noun", "adj"}
        and (at == 0 or words[at - 1].kind in {"det", "quant", "prep", "adj"} or opens_with_focus(words, at))
    )


def opens_with_focus(words: Sequence[Token], at: int) -> bool:
    """ "Bereits erteilte Genehmigungen können …": in front of its noun, and another verb follows."""
    helped = any(t.kind in {"modal", "aux"} for t in words[at + 1 :])
    return at == 1 and words[0].kind in {"focus", "adv", "neg"} and helped


def finite_verb_of_chain(chain: Sequence[Token]) -> Token:
    helpers = [t for t in chain if t.kind in {"aux", "modal"} and t.form.startswith("FIN")]
    if helpers:
        return helpers[0]
    sure = [t for t in chain if t.form.startswith("FIN")]
    plural = [t for t in chain if t.kind in {"aux", "modal"} and t.form != "PP"]
    return (sure or plural or [t for t in chain if t.form != "IZU"] or list(chain))[0]


def place_of_particle(words: Sequence[Token], finite: Token) -> int | None:
    last = next((i for i, t in enumerate(words) if t.text == ":" and i > words.index(finite)), len(words)) - 1
    if (
        finite.kind != "verb"
        or words[last] is finite
        or words[last].low not in PARTICLES
        or words[last].kind in VERB_KINDS
    ):
        return None
    return last if words[last - 1].low != "als" else None  # "gilt als wahr"
