"""Whoever does something, as a condition: "Anyone who fails the test may repeat it" as "If one fails the test, …"."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.english.verb_groups import find_verb_group
from apps.text.entailment.tokens.token import Token

ANYBODY = frozenset(
    {
        *("anyone", "anybody", "everyone", "everybody", "person", "those", "candidate", "applicant", "visitor"),
        *("participant", "customer", "user", "that", "whoever"),
    }
)
"""Whoever does what the clause says: the noun adds nothing to it."""
IF, ONE, COMMA = Token("if", "if", "sub"), Token("one", "one", "pron"), Token(",", ",", "punct")


PLACES = frozenset({"over", "under", "in", "within", "outside", "at"})
"""What tells age or place of a noun, with "who are" or without."""


def shorten_relative_clauses(sentence: Sequence[Token]) -> list[Token]:
    """ "residents who are over 65" as "residents over 65", "who receive help" as "receiving help".

    Not after a comma, where it may tell of all residents.
    """
    done: list[Token] = []
    index = 0
    while index < len(sentence):
        relative, helper, mark, *_ = (*sentence[index : index + 3], *[COMMA] * 3)
        pronoun = relative.key in {"who", "which", "that"} and bool(done) and done[-1].kind == "noun"
        placed = mark.kind == "prep" and mark.key in PLACES
        done_to = mark.kind == "verb" and mark.form in {"VVN", "VVD"} and relative.key != "who"
        if pronoun and helper.low in {"are", "is"} and (placed or done_to):
            index += 2
        doing = helper.kind == "verb" and helper.form in PRESENT and bool(done) and done[-1].key not in ANYBODY
        if pronoun and doing and mark.kind != "neg":
            sentence = [*sentence[:index], replace(helper, form="VVG"), *sentence[index + 2 :]]
        done.append(sentence[index])
        index += 1
    return done


PRESENT = frozenset({"VVI", "VVP", "VVZ"})


def move_only_to_condition(sentence: Sequence[Token]) -> list[Token]:
    """ "will only be considered if" as "will be considered only if"; not where the verb has an object of its own."""
    only = [i for i, t in enumerate(sentence) if t.key == "only" and t.kind == "focus"]
    if len(only) != 1 or not only[0] or sentence[only[0] - 1].kind not in {"modal", "aux"}:
        return list(sentence)
    end = only[0] + 1
    while end < len(sentence) and sentence[end].kind == "aux":
        end += 1
    if end + 1 >= len(sentence) or not is_verb_or_permission(sentence[end]) or sentence[end + 1].key != "if":
        return list(sentence)
    return [*sentence[: only[0]], *sentence[only[0] + 1 : end + 1], sentence[only[0]], *sentence[end + 1 :]]


def is_verb_or_permission(token: Token) -> bool:
    return token.kind == "verb" or token.key in {"allowed", "forbidden"}


def spell_out_relative_conditions(sentence: Sequence[Token]) -> list[Token]:
    """The sentence with its condition spelled out; as it is where its subject is no such person."""
    who = next((i for i, t in enumerate(sentence[:3]) if t.key == "who"), 0)
    named = [t for t in sentence[:who] if t.kind != "det" or t.key not in {"the", "a"}]
    if len(named) != 1 or named[0].key not in ANYBODY:
        return list(sentence)
    told = sentence[who + 1 :]
    own = find_verb_group([ONE, *told])
    main = find_verb_group([ONE, *told[own.end :]]) if own is not None and own.end <= len(told) else None
    if own is None or main is None:
        return list(sentence)
    place = own.end - 1 + main.start
    condition, rest = told[:place], told[place:]
    if not rest or any(t.kind == "conj" for t in condition):
        return list(sentence)
    return [IF, ONE, *condition, COMMA, ONE, *rest]
