"""Joins questions that only set a condition: "Haben Sie Fragen? Dann …" as "Haben Sie Fragen, so …". German."""

from collections.abc import Sequence

from apps.text.entailment.german.clauses.finite_verbs import is_finite
from apps.text.entailment.tokens.token import Token

THEN = frozenset({"dann"})
SHORTEST = 3


def join_questions_as_conditions(tokens: Sequence[Token]) -> list[Token]:
    """Each question in front of "Dann …", with its verb first, joined to the sentence after it by a comma."""
    done: list[Token] = []
    begin, skipped = 0, -1
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.kind == "end" and token.text == "?" and following is not None and following.low in THEN:
            asked = move_verb_to_front(done[begin:])
            done[begin:] = [*asked, Token(",", ",", "punct")] if asked else [*done[begin:], token]
            skipped = index + 1 if asked else skipped
        elif index != skipped:
            done.append(token)
        if token.kind == "end":
            begin = len(done) if done and done[-1].kind == "end" else begin
    return done


def move_verb_to_front(question: Sequence[Token]) -> list[Token]:
    """ "Sie verstehen ihn nicht" as "Verstehen Sie ihn nicht"; nothing where somebody asks who, what or when."""
    if len(question) < SHORTEST:
        return []
    first, second = question[0], question[1]
    if is_finite(first):
        return list(question)
    return [second, first, *question[2:]] if first.kind == "pron" and is_finite(second) else []
