"""Finds contradictions: another value, the opposite word, another necessity, exchanged roles.

Held apart from the proof: nothing here can prove a sentence. A difference counts as opposite only by one of the rules
below, and only between two sentences that are otherwise nearly the same; anything else stays unexplained.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache

from apps.text.entailment.both_languages.free_of_charge_contradictions import find_free_price_contradiction
from apps.text.entailment.both_languages.normalise_amount_bounds import WEEKDAYS
from apps.text.entailment.both_languages.remove_lead_ins import SUPPLIED
from apps.text.entailment.both_languages.split_tokens_into_sentences import split_tokens_into_sentences
from apps.text.entailment.clause_contradictions import (
    find_exchanged_parts,
    find_predicate_contradictions,
    have_same_parts,
)
from apps.text.entailment.derivation_result import Difference
from apps.text.entailment.german.clauses.verb_chain import join_zu_infinitives
from apps.text.entailment.opposite_words import are_opposite
from apps.text.entailment.parse_statements import keyed_tokens, parse_statements
from apps.text.entailment.tokens.parse_numbers_and_dates import Value
from apps.text.entailment.tokens.token import Token

CONTENT_KINDS = frozenset({"noun", "verb", "adj", "value"})
SILENT = frozenset({"the", "a", "your", "it"})
LONGEST = 6_000
NEARLY_THE_SAME = 0.6
"""Share of the content of a sentence that stands in the other too before a difference can be an opposite."""
LEFT_OVER = 0.34
"""Share of the content that may differ beside the opposite."""
NO_UNIT = "number"
DAYS_OF_WORK = frozenset({"working_days", "business_days"})
DENIALS = frozenset({"not", "no", "never", "nothing", "nobody", "need_not"})
NECESSITY = {
    "müssen": "must",
    "sollen": "should",
    "können": "may",
    "dürfen": "may",
    "must": "must",
    "should": "should",
    "may": "may",
    "can": "may",
}


@dataclass(frozen=True, slots=True)
class Opposition:
    """`differences` of one sentence against its nearest in the source; `opposite` when it surely says otherwise."""

    differences: tuple[Difference, ...]
    opposite: bool
    likeness: float


@lru_cache(maxsize=512)
def content_sentences(text: str) -> tuple[tuple[Token, ...], ...]:
    """Sentences without articles and fillers, phrases of the same meaning under one key."""
    found = (
        [t for t in join_zu_infinitives(sentence) if is_meaningful_token(t)]
        for sentence in split_tokens_into_sentences(keyed_tokens(text[:LONGEST]))
    )
    return tuple(tuple(sort_conjuncts(sentence)) for sentence in found if sentence)


def sort_conjuncts(sentence: list[Token]) -> list[Token]:
    """ "Kinder und Eltern" as "Eltern und Kinder", unless two values follow that may belong to them in turn."""
    if sum(t.kind == "value" for t in sentence) > 1:
        return sentence
    for index in range(1, len(sentence) - 1):
        one, joint, other = sentence[index - 1 : index + 2]
        if (
            joint.kind == "conj"
            and joint.key in {"and", "or"}
            and one.kind == other.kind == "noun"
            and one.key > other.key
        ):
            sentence[index - 1], sentence[index + 1] = other, one
    return sentence


def is_meaningful_token(token: Token) -> bool:
    return token.kind not in {"filler", "punct", "dash", "bullet"} and token.key not in SILENT


def find_contradictions(claim: str, quotes: Sequence[str]) -> tuple[list[Difference], bool]:
    """Differences of each sentence from the nearest one of the quotes, and whether one surely says otherwise."""
    read = [content_sentences(quote) for quote in quotes]
    sources = [sentence for of_quote in read for sentence in of_quote]
    clauses = [s for quote in quotes for s in parse_statements(quote[:LONGEST])]
    reordered = all(any(have_same_parts(s, c) for s in clauses) for c in parse_statements(claim))
    findings = [
        tolerate_other_values(found) if found is not None and joins_quotes(sentence, read) else found
        for sentence in content_sentences(claim)
        for found in [nearest_opposition(sentence, sources, reordered)]
    ]
    said = [finding for finding in findings if finding is not None]
    if len(said) > 1 and are_denied_equally(content_sentences(claim), sources):
        said = [replace(one, opposite=one.opposite and has_opposite_beside_negation(one)) for one in said]
    moved = list(find_exchanged_parts(parse_statements(claim), clauses))
    moved += list(find_predicate_contradictions(parse_statements(claim), clauses))
    differences = [*moved, *(difference for finding in said for difference in finding.differences)]
    return differences, any(d.opposite for d in moved) or any(finding.opposite for finding in said)


def joins_quotes(sentence: Sequence[Token], quotes: Sequence[Sequence[Sequence[Token]]]) -> bool:
    """Whether a sentence takes its values from several quotes: then each of them has others than the sentence."""
    own = value_keys([sentence])
    there = [value_keys(quote) for quote in quotes]
    return own <= set().union(*there) and not any(own <= of_quote for of_quote in there)


def value_keys(told: Sequence[Sequence[Token]]) -> set[str]:
    return {token.key for sentence in told for token in sentence if token.value is not None}


def tolerate_other_values(found: Opposition) -> Opposition:
    differences = tuple(replace(d, opposite=d.opposite and d.kind != "number") for d in found.differences)
    return replace(found, differences=differences, opposite=found.opposite and any(d.opposite for d in differences))


def are_denied_equally(said: Sequence[Sequence[Token]], sources: Sequence[Sequence[Token]]) -> bool:
    """Both deny as often: where a sentence was told as two, one of them has the denial of the whole."""
    counts = [sum(t.key in DENIALS for sentence in side for t in sentence) for side in (said, sources)]
    return counts[0] == counts[1] > 0 and len(said) != len(sources)


def has_opposite_beside_negation(found: Opposition) -> bool:
    return any(d.opposite and d.kind != "negation" for d in found.differences)


def nearest_opposition(
    sentence: Sequence[Token], sources: Sequence[Sequence[Token]], reordered: bool
) -> Opposition | None:
    ranked = sorted(sources, key=lambda source: -content_overlap(source, sentence))[:2]
    found = [opposition_between(source, sentence, reordered) for source in ranked]
    return min(found, key=lambda finding: (not finding.likeness, len(finding.differences)), default=None)


def content_overlap(source: Sequence[Token], claim: Sequence[Token]) -> float:
    """Content in common, of the smaller side; 0 to 1."""
    before, after = content_key_counts(source), content_key_counts(claim)
    smaller = min(before.total(), after.total())
    shared = sum([min(count, after[key]) for key, count in before.items() if key in after])
    return shared / smaller if smaller else 0.0


def content_key_counts(tokens: Sequence[Token]) -> Counter[str]:
    return Counter([t.key for t in tokens if t.kind in CONTENT_KINDS or t.key in WEEKDAYS])


def opposition_between(source: Sequence[Token], claim: Sequence[Token], reordered: bool = False) -> Opposition:
    if (of_cost := find_free_price_contradiction(source, claim)) is not None:
        difference = Difference("number", *of_cost, opposite=True)
        return Opposition((difference,), True, content_overlap(source, claim))
    found, left = [], 0
    for before, after in differing_regions(source, claim):
        typed, rest = classify_differences(before, after)
        found += typed
        left += rest
    several = sum(d.kind == "negation" for d in found) > 1
    if ((left or several) and contains_denial(source) == contains_denial(claim)) or is_denied_in_words(source, claim):
        found = [replace(d, opposite=d.opposite and d.kind != "negation") for d in found]
    if all(any(t.key in DENIALS | DENYING for t in side) for side in (source, claim)):
        # "Smoking is prohibited here and there", "you may not smoke here or there".
        found = [replace(d, opposite=d.opposite and d.kind != "connective") for d in found]
    if not shares_verb(source, claim) and not any(t.key == "only" for t in source):
        found = [replace(d, opposite=d.opposite and d.kind not in OF_ITS_VERB) for d in found]
    if contains_denial(source) != contains_denial(claim) and restates_restriction(source, claim):
        # "nicht unter 50" is "ab 50": a figure that reads alike and was shifted by its bound opposes nothing.
        kept = {"number", "unit", "word"}
        found = [replace(d, opposite=d.opposite and d.kind in kept and d.source != d.claim) for d in found]
    if contains_denial(source) != contains_denial(claim) and any(swaps_opposite_words(d) for d in found):
        # "nicht geöffnet" and "geschlossen": two turns, of which neither is surely the opposite.
        found = [replace(d, opposite=d.opposite and d.kind in {"number", "unit"}) for d in found]
    share = left / max(1, content_key_counts(source).total() + content_key_counts(claim).total())
    alike = content_overlap(source, claim)
    exchanged = None if reordered else find_exchanged_places(source, claim)
    if exchanged is not None:
        found = [exchanged]
    sure = exchanged is not None or (
        any(d.opposite for d in found) and (share <= LEFT_OVER / 2 or (share <= LEFT_OVER and alike >= NEARLY_THE_SAME))
    )
    return Opposition(tuple(found), sure, alike)


def shares_verb(source: Sequence[Token], claim: Sequence[Token]) -> bool:
    """One is denied what the other says only where both tell of the same act; where one has no verb, of its words."""
    before, after = ({t.key for t in side if t.kind == "verb"} for side in (source, claim))
    return not before or not after or bool(before & after)


OF_ITS_VERB = frozenset({"negation", "modality"})
"""Kinds of differences that oppose two sentences only where both tell of the same act."""


DENYING = frozenset({"forbidden", "impossible", "without", "ausschliessen", "verbieten", "untersagen"})
"""Words that deny without "nicht"."""
DENYING_WHERE_NEW = frozenset(
    {
        *("except", "unless", "instead", "neither", "ausnehmen", "befreien", "entfallen", "verzichten", "unterbleiben"),
        *"""
        fehlen entbehrlich verweigern ablehnen erlöschen enden verlieren verfallen verbleiben erlassen erübrigen
        wegfallen
        """.split(),  # noqa: SIM905 - a list of words to be read
        *"""
        failure absence fail refuse lose exempt expire exclude lack waive cancel free free_of_charge frei
        """.split(),  # noqa: SIM905 - a list of words to be read
    }
)
RESTRICTING = frozenset({"only", "unless", "before", "until", "except", "without", "outside", "not_before", "only_if"})
BOUNDING = (RESTRICTING - {"only"}) | frozenset(
    "at_earliest at_latest starting at_most at_least sonst andernfalls more less".split()  # noqa: SIM905
)
"""Words that a denial may be told with: "nicht vor 8 Uhr" is "erst ab 8 Uhr"."""


def is_denied_in_words(source: Sequence[Token], claim: Sequence[Token]) -> bool:
    """ "Nicht übertragbar" as "verboten zu übertragen": a word that denies, on one side only for the weaker ones."""
    if any(t.key in DENYING for t in (*source, *claim)):
        return True
    both = {t.key for t in source} & {t.key for t in claim}
    return any(is_denying_token(t) for t in (*source, *claim) if t.key not in both)


def is_denying_token(token: Token) -> bool:
    negative = token.key.startswith("un") or token.key.endswith(("frei", "los", "less"))
    if token.kind == "noun" and token.key.startswith("nicht") and len(token.key) > len("nichte"):
        return True  # "bei Nichterscheinen"
    return token.key in DENYING_WHERE_NEW or (token.kind == "adj" and negative)


def restates_restriction(source: Sequence[Token], claim: Sequence[Token]) -> bool:
    """ "Darf nur mit …" and "darf nicht ohne …" are one: of "only" and "not" neither is surely the opposite."""
    denied, other = (source, claim) if contains_denial(source) else (claim, source)
    bounds = [Counter(t.key for t in side if t.key in BOUNDING) for side in (other, denied)]
    if bounds[0] - bounds[1]:  # More of one kind, such as "bis zu zehn …, bei höchstens acht".
        return True
    keys = [{t.key for t in side} for side in (other, denied)]
    turned = keys[1] & RESTRICTING - {"only"} - ({"outside"} & keys[0])
    return "only" in keys[0] and bool(turned)


def swaps_opposite_words(difference: Difference) -> bool:
    """A word by its opposite; of a difference of several words any two."""
    before, after = difference.source.lower().split(), difference.claim.lower().split()
    return difference.kind == "word" and (difference.opposite or any(are_opposite(a, b) for a in before for b in after))


def contains_denial(tokens: Sequence[Token]) -> bool:
    return any(t.key in DENIALS for t in tokens)


def differing_regions(source: Sequence[Token], claim: Sequence[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    matcher = SequenceMatcher(None, [t.key for t in source], [t.key for t in claim], autojunk=False)
    for name, a, b, c, d in matcher.get_opcodes():
        if name != "equal":
            yield list(source[a:b]), list(claim[c:d])


def classify_differences(before: list[Token], after: list[Token]) -> tuple[list[Difference], int]:
    """Typed differences of a stretch, and how many words of content are left without a type."""
    found: list[Difference] = []
    for taken in pop_opposite_pairs(before, after):
        found.append(taken)
    gone, new = denial_texts(before), denial_texts(after)
    if gone != new:
        sure = sorted((len(gone), len(new))) == [0, 1]
        found.append(Difference("negation", " ".join(gone), " ".join(new), opposite=sure))
    rest_before = [t for t in before if t.key not in DENIALS]
    rest_after = [t for t in after if t.key not in DENIALS]
    if rest_before or rest_after:
        found.append(
            Difference(
                kind_of_difference([*rest_before, *rest_after]),
                joined_token_texts(rest_before),
                joined_token_texts(rest_after),
            )
        )
    left = sum(t.kind in CONTENT_KINDS for t in [*rest_before, *rest_after])
    return found, left


def pop_opposite_pairs(before: list[Token], after: list[Token]) -> Iterator[Difference]:
    """Takes what it yields out of both lists."""
    for one in list(before):
        for other in after:
            kind = kind_of_opposition(one, other)
            if kind:
                before.remove(one)
                after.remove(other)
                yield Difference(kind, one.text, other.text, opposite=True)
                break


def kind_of_opposition(one: Token, other: Token) -> str:
    if one.value is not None and other.value is not None and one.key != other.key:
        return kind_of_value_difference(one.value, other.value)
    if one.key in NECESSITY and other.key in NECESSITY:
        return "modality" if NECESSITY[one.key] != NECESSITY[other.key] else ""
    if SUPPLIED in {one.form, other.form}:
        return ""
    return kind_of_difference([one]) if are_opposite(one.key, other.key) else ""


def kind_of_value_difference(one: Value, other: Value) -> str:
    """A figure without a unit says nothing else than the same with one: in a table the head of its column has it."""
    kinds = {one.kind, other.kind}
    if len(kinds) == 1:
        return "number"
    if one.amount == other.amount and NO_UNIT in kinds:
        return ""
    return "unit" if one.amount == other.amount or kinds & DAYS_OF_WORK else ""


def denial_texts(tokens: Sequence[Token]) -> list[str]:
    return [t.text for t in tokens if t.key in DENIALS]


def kind_of_difference(tokens: Sequence[Token]) -> str:
    kinds = {t.kind for t in tokens}
    for kind, name in (
        ("value", "number"),
        ("modal", "modality"),
        ("quant", "quantifier"),
        ("limit", "limit"),
        ("focus", "scope"),
        ("sub", "connective"),
        ("conj", "connective"),
        ("prep", "limit"),
    ):
        if kinds == {kind} or (kind == "value" and kind in kinds):
            return name
    return "word"


def joined_token_texts(tokens: Sequence[Token]) -> str:
    return " ".join(t.text for t in tokens)


def find_exchanged_places(source: Sequence[Token], claim: Sequence[Token]) -> Difference | None:
    """Finds the same words in the same kinds of places in another order: somebody else does it, or pays it."""
    if len(source) != len(claim) or Counter(t.key for t in source) != Counter(t.key for t in claim):
        return None
    if [t.kind for t in source] != [t.kind for t in claim]:
        return None
    moved = [(a, b) for a, b in zip(source, claim, strict=True) if a.key != b.key]
    return (
        Difference(
            "role", joined_token_texts([a for a, _ in moved]), joined_token_texts([b for _, b in moved]), opposite=True
        )
        if moved
        else None
    )


def shares_content_words(claim: str, quotes: Sequence[str]) -> bool:
    """True when any word of content, or the beginning of one, stands on both sides."""
    asked = {key[:5] for sentence in content_sentences(claim) for key in content_key_counts(sentence)}
    said = {
        key[:5] for quote in quotes for sentence in content_sentences(quote) for key in content_key_counts(sentence)
    }
    return bool(asked & said)
