"""Finds objections by which the rules overrule a second reader's approval of a sentence.

Whoever else finds a sentence supported by its quotes, a language model or a person in a hurry, overlooks a digit, a
"not" or a condition more easily than these rules do. They are stricter than the search for contradictions: what may be
right in other words counts as an objection, too.
"""

from collections.abc import Iterator, Sequence

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.semantic_roles_of_parts import resolve_roles
from apps.text.entailment.derivation_result import Difference, Level, drop_repetitions
from apps.text.entailment.derive_sentence import derive, match_clauses
from apps.text.entailment.find_contradictions import DENIALS, content_sentences
from apps.text.entailment.find_losses_in_rewrite import find_lost_gerunds, find_lost_restrictions, find_lost_values
from apps.text.entailment.parse_statements import parse_statements
from apps.text.entailment.tokens.token import Token

OVERRULING = frozenset({"number", "unit", "negation", "role"})
"""Kinds of differences that no reader's word outweighs, where the rules are sure of them."""
NARROWING = frozenset({"only", "except", "unless"})
"""Keys of words that must not be left out, whatever stands in their place."""
LONGEST_CLAIM, LONGEST_QUOTES = 1_500, 6_000


def find_objections(claim: str, quotes: Sequence[str]) -> tuple[str, ...]:
    """Kinds of what the rules hold against the claim, such as "number" or "negation"; empty when nothing.

    Too long a claim is an objection, because nobody has read it here.
    """
    if len(claim) > LONGEST_CLAIM or sum(map(len, quotes)) > LONGEST_QUOTES:
        return ("length",)
    found = derive(claim, quotes)
    if found.level in (Level.CONTRADICTED, Level.UNRELATED):
        return (str(found.level),)
    sure = [each for each in found.differences if each.opposite and each.kind in OVERRULING]
    return drop_repetitions(
        each.kind for each in (*sure, *word_objections(claim, quotes), *clause_objections(claim, quotes))
    )


def word_objections(claim: str, quotes: Sequence[str]) -> Iterator[Difference]:
    """A value or unit the quotes do not state, another number of denials, a condition or an "only" that is left out."""
    said, stated = content_sentences(claim), [sentence for quote in quotes for sentence in content_sentences(quote)]
    words = [token for sentence in stated for token in sentence]
    yield from find_lost_values(said, words)
    yield from other_units(said, words)
    if count_denials(said) != count_denials(stated):
        yield Difference("negation", "", claim)
    yield from find_lost_restrictions(stated, said, claim)
    for quote in quotes:
        yield from find_lost_gerunds(quote, claim)
    kept = {token.key for sentence in said for token in sentence}
    yield from (Difference("scope", each.text, "") for each in words if each.key in NARROWING and not kept & NARROWING)


def other_units(said: Sequence[Sequence[Token]], stated: Sequence[Token]) -> Iterator[Difference]:
    """Yields amounts that the source states of something else: 14 weeks for 14 days."""
    known = {token.key for token in stated}
    for token in (token for sentence in said for token in sentence if token.value is not None):
        if token.key not in known:
            yield Difference("unit", "", token.text)


def count_denials(sentences: Sequence[Sequence[Token]]) -> int:
    return sum(token.key in DENIALS for sentence in sentences for token in sentence)


def clause_objections(claim: str, quotes: Sequence[str]) -> Iterator[Difference]:
    """Clause by clause: somebody else acts, another thing is denied, or "kann" stands where "muss" stood."""
    said, stated = parse_statements(claim), [parse_statements(quote) for quote in quotes]
    for clause, match in zip(said, match_clauses(said, stated), strict=True):
        found = match.comparison.differences
        yield from (each for each in found if each.kind in ("negation", "role") or other_modality(each))
        if match.quote < len(stated) and match.place < len(stated[match.quote]):
            yield from find_exchanged_roles(stated[match.quote][match.place], clause, match.comparison.pairs)


def find_exchanged_roles(source: Statement, claim: Statement, pairs: Sequence[tuple[int, int]]) -> Iterator[Difference]:
    """Yields words that have other roles beside the same verb, whatever else differs between the two clauses."""
    if source.predicate.verb != claim.predicate.verb or source.predicate.voice != claim.predicate.voice:
        return
    before, after = resolve_roles(source), resolve_roles(claim)
    for place, index in pairs:
        if not before[place] & after[index]:
            yield Difference("role", source.parts[place].text, claim.parts[index].text)


def other_modality(difference: Difference) -> bool:
    """Both sides name one; where one of them is read without, it may stand in a noun or an imperative."""
    return difference.kind == "modality" and "∅" not in (difference.source, difference.claim)
