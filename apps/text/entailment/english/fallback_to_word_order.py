"""Falls back to the order of words for English sentences in which no verb is found.

English keeps its roles by order, so the order is what is compared. Only a phrase in front of a comma, the passive and
an order to the reader are brought to one form.
"""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.english.parse_phrases import tensed_key
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.token import Token

SILENT = frozenset({"your"})
GENERIC = frozenset({"you", "one", "we"})
OPENING = frozenset({"prep", "sub"})


def flat_statement(sentence: Sequence[Token]) -> Statement:
    """One sentence with all its clauses."""
    tokens, licences = move_lead_to_end([t for t in sentence if t.kind != "filler"])
    tokens = [t for t in tokens if not (t.kind == "det" and t.key in SILENT) and t.text != ","]
    text = " ".join(t.text for t in sentence)
    found = Statement(Predicate("sentence"), [], licences=licences, text=text)
    place = next((i for i, t in enumerate(tokens) if t.kind in {"modal", "aux"}), None)
    if tokens and tokens[0].kind == "verb" and is_base_form(tokens[0]):
        found.predicate, found.generic, rest = Predicate(tokens[0].key, "must"), "you", tokens[1:]
    elif place is None:
        rest = tokens
    else:
        rest = parse_helping_verb(found, tokens, place)
    found.parts = [Part(t.kind, (key_with_number(t),), text=t.text) for t in rest]
    return found


def key_with_number(token: Token) -> str:
    """No article or verb is compared here that would tell one from several."""
    several = token.kind == "noun" and analyse_word(token.low, "en").tag == "NN2"
    return f"{tensed_key(token)}+s" if several else tensed_key(token)


def split_at_semicolons(sentences: Sequence[Sequence[Token]]) -> list[list[Token]]:
    """Also apart at a semicolon."""
    found: list[list[Token]] = []
    for sentence in sentences:
        found.append([])
        for token in sentence:
            if token.text == ";" or token.low == "whereas":
                found.append([])
            else:
                found[-1].append(token)
    return [sentence for sentence in found if sentence]


def is_base_form(token: Token) -> bool:
    return token.low == token.key


def move_lead_to_end(tokens: list[Token]) -> tuple[list[Token], list[str]]:
    """ "If you move, tell us" as "tell us if you move"; only with a single comma."""
    commas = [i for i, t in enumerate(tokens) if t.text == ","]
    if len(commas) != 1 or not tokens or tokens[0].kind not in OPENING:
        return tokens, []
    # "Where the applicant is a minor, …" is a condition; after a noun "where" is a place.
    opening = replace(tokens[0], key="if") if tokens[0].key == "where" else tokens[0]
    return [*tokens[commas[0] + 1 :], opening, *tokens[1 : commas[0]]], ["order: another part in front"]


def parse_helping_verb(found: Statement, tokens: Sequence[Token], place: int) -> list[Token]:
    """Reads a helping verb: its necessity, whether it is denied, and the passive turned round."""
    subject, helper, rest = list(tokens[:place]), tokens[place], list(tokens[place + 1 :])
    denied = [t for t in rest[:1] if t.kind == "neg"]
    rest = rest[len(denied) :]
    found.scope = tuple(t.key for t in denied)
    modality, tense = (
        (helper.key, "present") if helper.kind == "modal" else ("", "past" if helper.form == "past" else "present")
    )
    be = helper.key == "be" or bool(rest and rest[0].key == "be")
    if helper.kind == "modal" and be:
        rest = rest[1:]
    verb = rest[0] if rest and rest[0].kind == "verb" else None
    if be and verb is not None and verb.form != "VVG":
        agent, others = split_off_agent(rest[1:])
        found.predicate = Predicate(verb.key, modality, "active" if agent else "passive", tense)
        found.licences += ["voice: the agent of the passive is the subject of the active"] if agent else []
        return [*agent, *subject, *others]
    if verb is not None and len(subject) == 1 and subject[0].key in GENERIC and helper.kind == "modal":
        found.predicate, found.generic = Predicate(verb.key, modality, tense=tense), subject[0].key
        return rest[1:]
    if verb is not None and helper.kind == "modal":
        found.predicate = Predicate(verb.key, modality, tense=tense)
        return [*subject, *rest[1:]]
    found.predicate = Predicate(f"{helper.key} {'be' if be else ''}".strip(), modality, tense=tense)
    return [*subject, *rest]


def split_off_agent(rest: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """ "by the office" of a passive, and what is left; "by 1 May" is no agent."""
    for index, token in enumerate(rest):
        if token.key == "by" and index + 1 < len(rest) and rest[index + 1].kind in {"noun", "adj", "det"}:
            end = next(
                (i for i in range(index + 1, len(rest)) if rest[i].kind in {"prep", "conj", "sub", "value"}), len(rest)
            )
            return list(rest[index + 1 : end]), [*rest[:index], *rest[end:]]
    return [], list(rest)
