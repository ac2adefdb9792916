"""What the verbs of a German clause say together: "ist vorzulegen" is must, passive; "wird zahlen" is will, active."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.german.clauses.finite_verbs import VERB_KINDS
from apps.text.entailment.tokens.separable_prefixes import PARTICLES
from apps.text.entailment.tokens.token import Token

MODALITY = {"müssen": "must", "sollen": "should", "können": "can", "dürfen": "may", "wollen": "want", "mögen": "may_be"}
NEVER_ORDERED = frozenset({"erhalten", "verlieren", "brauchen", "besitzen", "gehören", "schulden", "haften"})
"""What nobody can be told to do: after a condition "erhalten Sie" is a promise."""
HEARD = frozenset({"gehören", "hören", "angehören"})
""" "Die Gemeinde wird gehört": the participle of three verbs, of which official texts mean "anhören"."""


@dataclass(frozen=True, slots=True)
class VerbChain:
    """The verbs of one clause in their order: which is finite, which carry meaning, which only help."""

    verbs: Sequence[Token]
    finite: Token
    particle: str
    """Of a separable verb, from the end of the clause; empty without one."""
    words: Sequence[Token]
    """All of the clause."""
    lexical: Sequence[Token]
    helpers: frozenset[str]
    modality: str
    tense: str
    """Of the finite verb alone: present or past."""

    @property
    def has_infinitive_with_zu(self) -> bool:
        return any(t.form == "IZU" for t in self.lexical)

    @property
    def has_participle(self) -> bool:
        """A verb of meaning beside the finite one that is no infinitive with "zu"."""
        return any(t.form != "IZU" and t is not self.finite for t in self.lexical)

    @property
    def mood(self) -> str:
        if any(t.form == "FIN if" for t in self.verbs):
            return "if"
        return "said" if any(is_reported_speech(t, self.words) for t in self.verbs) else ""

    @property
    def is_imperative(self) -> bool:
        opens = self.words[0] is self.finite and len(self.words) > 1 and self.words[1].key == "you"
        return opens and self.finite.kind == "verb" and self.finite.key not in NEVER_ORDERED


def build_verb_chain(found: Sequence[Token], finite: Token, particle: str, words: Sequence[Token]) -> VerbChain:
    need = finite.key == "brauchen" and any(t.form == "IZU" for t in found)
    modals = [MODALITY[t.key] for t in found if t.kind == "modal" and t.key in MODALITY]
    return VerbChain(
        verbs=found,
        finite=finite,
        particle=particle,
        words=words,
        lexical=[t for t in found if t.kind == "verb" and not (need and t is finite)],
        helpers=frozenset(t.key for t in found if t.kind == "aux"),
        modality="must" if need else "+".join(modals),
        tense=tense_of(finite, found),
    )


REPORTED = frozenset({"sei", "seien", "habe", "werde", "müsse", "könne", "dürfe", "solle", "wolle", "möge"})


def is_reported_speech(verb: Token, words: Sequence[Token]) -> bool:
    """ "Die Karte koste 5 Euro": somebody says so. Of the first person and of orders, the same form says nothing."""
    if verb.low in REPORTED:
        return not any(t.low == "ich" for t in words)
    present = verb.kind == "verb" and verb.form.startswith("FIN") and "past" not in verb.form
    form = verb.low.endswith("e") and f"{verb.low}n" == verb.key
    orders = words[0] is verb and verb.text[:1].isupper()
    return present and form and not orders and not any(t.low == "ich" for t in words)


def tense_of(finite: Token, found: Sequence[Token]) -> str:
    """Present or past; both where a second verb of the clause, which was not split, is of the other tense."""
    if "past" in finite.form:
        return "past"
    other = any(t.form.startswith("FIN past") for t in found)
    return "past and present" if other else "present"


def predicate_of_chain(chain: VerbChain) -> Predicate:
    if not chain.lexical:
        return predicate_of_helper(chain)
    if is_entangled(chain):
        return Predicate("?", chain.modality, "active", chain.tense, chain.mood)
    verb = verb_name(chain)
    if chain.has_infinitive_with_zu and chain.helpers & {"sein", "haben"} and not chain.modality:
        return predicate_of_duty(verb, chain)
    voice, tense, modality = voice_tense_modality(chain)
    if voice == "passive" and verb in HEARD:
        verb = "anhören"
    imperative = chain.is_imperative
    return Predicate(verb, "must" if imperative else modality, voice, tense, chain.mood, imperative)


def predicate_of_helper(chain: VerbChain) -> Predicate:
    """ "Ist", "hat", "kann" without a verb of meaning."""
    helper = next((t for t in chain.verbs if t.kind == "aux"), None)
    name, modality = (helper.key, chain.modality) if helper else (chain.verbs[0].key, "")
    return Predicate(name, modality, "active", chain.tense, chain.mood)


def is_entangled(chain: VerbChain) -> bool:
    """An infinitive with "zu" in front of the finite verb that is not its only duty: too much for one predicate."""
    if not chain.has_infinitive_with_zu or is_single_duty(chain.words, chain.lexical, chain.finite):
        return False
    return any(t.form == "IZU" for t in chain.words[: list(chain.words).index(chain.finite)])


def verb_name(chain: VerbChain) -> str:
    """The verbs of meaning in the order of the alphabet: "Stellen Sie … gebündelt bereit" names two."""
    name = " ".join(
        sorted(equivalent_verb(chain.particle + t.key if t is chain.finite else t.key) for t in chain.lexical)
    )
    if sum(t.key == "werden" and t.form != "PP" for t in chain.verbs) > 1:
        name += " werden"
    if "haben" in chain.helpers and chain.helpers & {"sein", "werden"}:
        name += " haben"
    return name


def predicate_of_duty(verb: str, chain: VerbChain) -> Predicate:
    """ "Ist zu zahlen", "hat zu zahlen"."""
    passive = "sein" in chain.helpers
    if verb == "hören" and passive:
        verb = "anhören"  # "Der Rat ist zu hören"
    return Predicate(verb, "must", "passive" if passive else "active", chain.tense, chain.mood)


def voice_tense_modality(chain: VerbChain) -> tuple[str, str, str]:
    """By the helping verb and whether a participle stands beside it."""
    modality, tense = chain.modality, chain.tense
    before = "past perfect" if tense == "past" else "perfect"
    if "werden" in chain.helpers and is_passive(chain):
        return "passive", before if "sein" in chain.helpers else tense, modality
    if not chain.has_participle:
        return "active", tense, modality
    if "werden" in chain.helpers:
        return "active", tense, modality or "will"
    if "sein" in chain.helpers:
        done = "perfect" if tense == "present" and not modality else tense if modality else "past perfect"
        return "passive", done, modality
    if "haben" in chain.helpers:
        # What must have been done must be done.
        return "active", "present" if modality == "must" else before, modality
    return "active", tense, modality


def is_passive(chain: VerbChain) -> bool:
    """ "Wird gezahlt", "dürfen befahren werden"; not "wird zahlen"."""
    allowed = any(t.kind == "modal" and t.key in MODALITY for t in chain.verbs) and chain.verbs[-1].low == "werden"
    return allowed or any(t.form.startswith(("PP", "FIN")) or t.low != t.key for t in chain.lexical)


def is_single_duty(words: Sequence[Token], lexical: Sequence[Token], finite: Token) -> bool:
    """ "Vorzulegen sind …", "wenn … vorzulegen ist": one infinitive, in front of the clause or at its end."""
    if len(lexical) != 1 or finite.key not in {"sein", "haben"}:
        return False
    place = list(words).index(finite)
    return words[place - 1] is lexical[0] and (place == 1 or place == len(words) - 1)


def join_zu_infinitives(piece: Sequence[Token]) -> list[Token]:
    """ "zu stellen" as one token of form IZU, and "anzuleinen" read as one."""
    done: list[Token] = []
    for token in piece:
        if (
            done
            and done[-1].low == "zu"
            and token.kind in VERB_KINDS
            and (token.form.startswith("INF") or token.low == token.key)
        ):
            done[-1] = replace(token, form="IZU", text=f"zu {token.text}")
        elif done and done[-1].low == "zu" and token is piece[-1] and token.kind == "adj" and may_be_infinitive(token):
            done[-1] = replace(token, key=token.low, kind="verb", form="IZU", text=f"zu {token.text}")
        elif token.kind == "adj" and (verb := infinitive_with_zu(token.low)):
            done.append(replace(token, key=verb, kind="verb", form="IZU"))
        else:
            done.append(token)
    return done


def may_be_infinitive(token: Token) -> bool:
    """ "zu wahren": read as an adjective, but the last word of its clause."""
    return token.text == token.low and token.low.endswith("en")


def infinitive_with_zu(word: str) -> str:
    """ "anzuleinen" is "anleinen"; empty for any other word."""
    particle, found, rest = word.partition("zu")
    return particle + rest if found and particle in PARTICLES and rest.endswith("n") else ""
