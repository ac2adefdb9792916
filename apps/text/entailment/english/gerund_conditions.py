"""Spells out conditions that an English gerund implies: "Failing to pay, you …" as "If you fail to pay, you …".

Only "Failing to …" with a pronoun after it surely is "if you fail to …"; "Being a public body, …" may as well be a
reason, so that it is no other clause's equal, but must not be left out either.
"""

from collections.abc import Sequence

from apps.text.entailment.tokens.token import Token

PREPOSITIONS = frozenset({"accord", "follow", "include", "regard", "concern", "exclude", "notwithstand"})
"""Base forms of gerunds that open no clause: "According to the plan, …"."""
SHORTEST = 2
IF = Token("if", "if", "sub", "if")


def gerund_phrase(sentence: Sequence[Token]) -> Sequence[Token]:
    """The phrase in front of the first comma when it is a gerund's and a clause follows; else nothing."""
    first = 1 if sentence and sentence[0].kind == "neg" else 0
    if len(sentence) <= first + SHORTEST or not is_gerund(sentence[first]):
        return ()
    end = next((place for place, token in enumerate(sentence) if token.text == ","), 0)
    after = sentence[end + 1 :]
    is_list = end <= first + 1 or any(is_gerund(token) for token in after[:SHORTEST])
    return () if is_list or len(after) < SHORTEST else sentence[:end]


def is_gerund(token: Token) -> bool:
    return token.low.endswith("ing") and token.kind in {"verb", "aux"} and token.key not in PREPOSITIONS


def spell_out_gerund_conditions(tokens: Sequence[Token]) -> list[Token]:
    """ "Failing to pay, you lose it" as "If you fail to pay, you lose it", in each sentence of a text."""
    found: list[Token] = []
    sentence: list[Token] = []
    for token in tokens:
        if token.kind == "end":
            found += [*spell_out_gerund_of_sentence(sentence), token]
            sentence = []
        else:
            sentence.append(token)
    return [*found, *spell_out_gerund_of_sentence(sentence)]


def spell_out_gerund_of_sentence(sentence: Sequence[Token]) -> list[Token]:
    phrase = gerund_phrase(sentence)
    after = sentence[len(phrase) + 1 :]
    if not phrase or [t.key for t in phrase[:2]] != ["fail", "to"] or after[0].kind != "pron":
        return list(sentence)
    fail = Token("fail", "fail", "verb", "VVI")
    return [IF, after[0], fail, *phrase[1:], *sentence[len(phrase) :]]
