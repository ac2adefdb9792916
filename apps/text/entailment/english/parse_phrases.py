"""The phrases of an English clause: the subject before the verb, the object after it, phrases with a preposition."""

from collections.abc import Sequence

from apps.text.entailment.both_languages.clause_part import ALL_CASES, Part
from apps.text.entailment.tokens.token import Token

SILENT = frozenset({"the", "a", "your"})
SCOPES = frozenset({"focus", "limit", "neg"})
RELATIVES = frozenset({"who", "which", "that"})


def parse_phrases(tokens: Sequence[Token], case: str) -> list[Part]:
    """`case` of the first phrase without a preposition: nominative before the verb, accusative after it."""
    groups: list[list[Token]] = []
    held = False
    for index, token in enumerate(tokens):
        if token.text in {",", ":"}:
            held = False
            groups.append([])
            continue
        held = held or opens_noun_attribute(tokens, index)
        if not groups or (not held and opens_phrase(groups[-1], token)):
            groups.append([])
        groups[-1].append(token)
    found = [build_part(group, case) for group in groups if has_meaningful_token(group)]
    return [p if i == first_np_index(found) or p.mark != "np" else as_adverbial(p) for i, p in enumerate(found)]


def opens_noun_attribute(tokens: Sequence[Token], at: int) -> bool:
    """From a relative pronoun or a participle after its noun on, all belongs to that noun."""
    token = tokens[at]
    before = tokens[at - 1] if at else None
    if before is None or before.kind not in {"noun", "value"}:
        return False
    return (token.kind in {"pron", "det"} and token.key in RELATIVES) or (token.kind == "verb" and token.form == "VVN")


def first_np_index(found: Sequence[Part]) -> int:
    return next((i for i, p in enumerate(found) if p.mark == "np"), -1)


def as_adverbial(part: Part) -> Part:
    """A second phrase without a preposition, such as "the following day"."""
    return Part("value" if part.has_value else "adv", part.words, part.scope, text=part.text)


def opens_phrase(group: Sequence[Token], token: Token) -> bool:
    last = group[-1] if group else None
    if last is not None and last.kind == "det" and token.kind == "adv" and token.key in ALONE:
        return True  # "has approved this beforehand"
    if last is None or last.kind in {"conj", "prep", *SCOPES, "det", "quant"}:
        return False
    if token.kind == "prep":
        return token.key != "of"
    if token.kind in {"det", "quant"}:
        return last.kind in {"noun", "value"}
    return token.kind in SCOPES or (token.kind == "adv" and token.key in ALONE)


ALONE = frozenset(
    {
        *("daily", "weekly", "monthly", "yearly", "in_writing", "at_once", "free_of_charge", "once", "twice"),
        *("here", "there", "only", "if_necessary", "in_advance", "by_post", "by_phone", "online"),
    }
)


def has_meaningful_token(group: Sequence[Token]) -> bool:
    return any(t.kind not in {"det", "punct"} or t.key not in SILENT for t in group if t.kind != "punct")


PAST_FORMS = frozenset({"VVD", "VVN"})
"""A participle and a past look the same: "applied"."""


def tensed_key(token: Token) -> str:
    """ "was" and "applied" by themselves: in a clause that was not found the base form would not tell when."""
    past = (token.kind == "aux" and token.form == "past") or (token.kind == "verb" and token.form in PAST_FORMS)
    return token.low if past else token.key


def build_part(group: Sequence[Token], case: str) -> Part:
    leading = 0
    while leading < len(group) - 1 and group[leading].kind in SCOPES:
        leading += 1
    scope = tuple(t.key for t in group[:leading])
    body = list(group[leading:])
    mark = "np"
    if body[0].kind == "prep" and len(body) > 1:
        mark, body = body[0].key, body[1:]
    elif not any(t.kind in {"noun", "pron", "det", "quant"} for t in body):
        mark = "value" if any(t.value is not None for t in body) else "adv"
    determiner = "no" if body[0].key == "no" else ""
    words = tuple(tensed_key(t) for t in body if not (t.kind == "det" and t.key in SILENT))
    cases = frozenset({case}) if mark == "np" else ALL_CASES
    return Part(mark, words, scope, cases, determiner, " ".join(t.text for t in group))
