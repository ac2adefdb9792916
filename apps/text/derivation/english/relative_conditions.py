"""Whoever does something, as a condition: "Anyone who fails the test may repeat it" as "If one fails the test, …"."""

from collections.abc import Sequence

from apps.text.derivation.english.verb_groups import verb_group
from apps.text.derivation.tokens.token import Token

ANYBODY = frozenset(
    {
        *("anyone", "anybody", "everyone", "everybody", "person", "those", "candidate", "applicant", "visitor"),
        *("participant", "customer", "user", "that", "whoever"),
    }
)
"""Whoever does what the clause says: the noun adds nothing to it."""
IF, ONE, COMMA = Token("if", "if", "sub"), Token("one", "one", "pron"), Token(",", ",", "punct")


def with_relative_conditions(sentence: Sequence[Token]) -> list[Token]:
    """The sentence with its condition spelled out; as it is where its subject is no such person."""
    who = next((i for i, t in enumerate(sentence[:3]) if t.key == "who"), 0)
    named = [t for t in sentence[:who] if t.kind != "det" or t.key not in {"the", "a"}]
    if len(named) != 1 or named[0].key not in ANYBODY:
        return list(sentence)
    told = sentence[who + 1 :]
    own = verb_group([ONE, *told])
    main = verb_group([ONE, *told[own.end :]]) if own is not None and own.end <= len(told) else None
    if own is None or main is None:
        return list(sentence)
    place = own.end - 1 + main.start
    condition, rest = told[:place], told[place:]
    if not rest or any(t.kind == "conj" for t in condition):
        return list(sentence)
    return [IF, ONE, *condition, COMMA, ONE, *rest]
