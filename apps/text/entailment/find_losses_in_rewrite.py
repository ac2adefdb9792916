"""Finds what a rewrite surely lost from its original: a number, a denial, a condition, a whole sentence."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from apps.text.entailment.both_languages.split_tokens_into_sentences import split_tokens_into_sentences
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.derivation_result import Difference
from apps.text.entailment.english.gerund_conditions import gerund_phrase
from apps.text.entailment.find_contradictions import (
    CONTENT_KINDS,
    DENIALS,
    NEARLY_THE_SAME,
    content_overlap,
    content_sentences,
)
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.entailment.opposite_words import are_opposite
from apps.text.entailment.parse_statements import keyed_tokens, parse_statements
from apps.text.entailment.tokens.language_by_closed_words import language_by_closed_words
from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import MONTH_NUMBER

RESTRICTIONS = {
    "if": {"if", "as_far", "as_long", "as_soon", "subject_to", "unless"},
    "except": {"except", "unless", "außer", "abweichen"},
    "only": {"only", "not_before", "at_most", "at_least"},
    "or": {"or", "either"},
    "plus": {"plus", "including", "minus"},
}
"""Signs of a restriction, by family."""
WEAK = {
    "if": {"near", "only", "must", "müssen", "dann", "sonst", "andernfalls", "not_before", "after", "on", "ob", "fall"}
    | {"whether", "bedingung", "voraussetzung", "case", "condition"},
    "except": {"not", "no", "only", "without"},
    "only": {"not", "no", "more", "less", "until", "starting", "allein", "under", "within", "unless", "except"}
    | {"allowed"},
    "or": {"eins", "one", "both", "eine", "a", "no", "not", "and", "even", "auch"},
    "plus": {"dazu", "hinzu", "hinzukommen", "kommen", "zusätzlich", "with", "also", "extra", "enthalten", "abziehen"}
    | {"one", "among", "darunter", "davon"},
}
"""What may stand for them in other words: where one of these is new, nothing is surely lost."""
RELATIVE = re.compile(r",\s+(?:die|der|das|den|dem|deren|dessen|who|which|that)\s")
DENYING = frozenset(
    {
        *("without", "forbidden", "impossible", "only", "except", "unless", "neither", "statt", "instead"),
        *("not_before", "at_earliest", "sonst", "andernfalls"),
    }
)
DEMANDS = frozenset({"verlangen", "antrag", "wunsch", "aufforderung", "anforderung", "nachfrage"})
BEGINNING = 5
"""Letters in common that make two words kin: "Barzahlung" and "bar zahlen" are looked at by parts."""


def find_losses(before: str, rewrite: str) -> tuple[Difference, ...]:
    original, said = content_sentences(before), content_sentences(rewrite)
    there = [token for sentence in said for token in sentence]
    return (
        *find_lost_values(original, there),
        *find_lost_denials(original, said),
        *find_lost_restrictions(original, said, rewrite),
        *find_lost_gerunds(before, rewrite),
        *find_lost_sentences(original, there),
    )


def find_lost_values(original: Sequence[Sequence[Token]], said: Sequence[Token]) -> Iterator[Difference]:
    kept = {token.key for token in said}
    for token in (t for sentence in original for t in sentence):
        missing = token.value is not None and token.value.kind != "ordinal" and token.key not in kept | {"number:1"}
        in_words = IN_WORDS.get(token.key, frozenset()) | month_names_of_date(token)
        if token.key == "months:6" and kept & {"half", "halb"}:
            in_words |= A_YEAR
        if missing and not kept & in_words and not any(is_same_amount(token, o) for o in said):
            yield Difference("number", token.text, "", opposite=True)


def month_names_of_date(token: Token) -> frozenset[str]:
    """The names that the month of a date has by itself: "bis Ende September" may be what the 30th was told as."""
    if token.value is None or token.value.kind != "date":
        return frozenset()
    return frozenset(name for name, number in MONTH_NUMBER.items() if f"-{number}-" in f"-{token.value.amount}")


OF_AGE = frozenset(
    {"adult", "minor", "age", "volljährig", "volljährige", "minderjährig", "minderjährige", "erwachsene"}
)
IN_WORDS = {
    "number:2": frozenset({"both", "either", "pair", "double", "doppelt", "paar"})
    | {"several", "mehrere", "twice", "zweimal"},
    "number:18": OF_AGE,
    "months:216": OF_AGE,
    "months:12": frozenset({"yearly", "jahr", "year", "annual", "jährlich"}),
    "months:6": frozenset({"half_yearly", "halbjahr", "halbjährlich"}),
    "months:3": frozenset({"quarterly", "quartal", "quarter", "vierteljahr"}),
    "months:1": frozenset({"monthly", "monat", "month"}),
    "days:14": frozenset({"fortnight"}),
    "days:7": frozenset({"weekly", "woche", "week"}),
    "days:1": frozenset({"daily", "per_day", "tag", "day"}),
    "minutes:60": frozenset({"per_hour", "stunde", "hour", "hourly"}),
    "percent:50": frozenset({"half", "hälfte", "halb"}),
    "percent:100": frozenset({"fully", "all", "whole", "voll"}),
    "number:12": frozenset({"dozen", "dutzend"}),
    "number:0": frozenset({"no", "nothing", "free_of_charge", "not"}),
    "euro:0": frozenset({"no", "nothing", "free_of_charge", "not"}),
}
"""Words that may say a figure."""
A_YEAR = frozenset({"months:12", "yearly", "year", "jahr"})
"""Of which half is said."""
A_DAY = {"minutes": Decimal(24 * 60), "days": Decimal(1)}


def is_same_amount(token: Token, other: Token) -> bool:
    """Also 24 hours and one day: which of them is meant may matter, but the figure is not lost."""
    one, two = token.value, other.value
    if one is None or two is None:
        return False
    if one.kind in A_DAY and two.kind in A_DAY and one.kind != two.kind:
        return Decimal(one.amount) / A_DAY[one.kind] == Decimal(two.amount) / A_DAY[two.kind]
    if {one.kind, two.kind} == {"clock", "number"}:
        return is_same_hour(*(value.amount for value in (one, two)))
    # "fewer than 50" is read as "at most 49": the figure stands there all the same.
    as_written = "number" in {one.kind, two.kind} and token.low.split(" ")[0] == other.low.split(" ")[0]
    return one.amount == two.amount or as_written


NOON = 12


def is_same_hour(one: str, two: str) -> bool:
    """ "6 p.m." as "6 in the evening": which half of the day is meant, other words tell."""
    hours = [amount.removesuffix(":00") for amount in (one, two)]
    return all(map(str.isdecimal, hours)) and int(hours[0]) % NOON == int(hours[1]) % NOON


def is_nearly_said(sentence: Sequence[Token], others: Sequence[Sequence[Token]]) -> bool:
    """The rewrite has a sentence of nearly the same words: in quite other words a denial may be gone with its verb."""
    return any(content_overlap(sentence, other) >= NEARLY_THE_SAME for other in others)


def find_lost_denials(original: Sequence[Sequence[Token]], said: Sequence[Sequence[Token]]) -> Iterator[Difference]:
    denying = [sentence for sentence in original if any(token.key in DENIALS for token in sentence)]
    there = [token for sentence in said for token in sentence]
    if not denying or any(t.key in DENIALS | DENYING or t.key.startswith("un") for t in there):
        return
    kept = " ".join(token.low for token in there)
    denied = [
        sentence[place]
        for sentence in denying
        if is_nearly_said(sentence, said)
        and not any(are_opposite(t.key, other.key) for t in sentence for other in there)
        for place in range(len(sentence))
        if sentence[place].key in DENIALS and any(has_related_word(t, kept) for t in denied_words(sentence, place))
    ]
    if denied:
        yield Difference("negation", denied[0].text, "", opposite=True)


def denied_words(sentence: Sequence[Token], place: int) -> list[Token]:
    """What a denial belongs to: verbs and adjectives of its sentence, and the noun after it."""
    return [t for t in sentence if t.kind in {"verb", "adj"}] + [
        t for t in sentence[place + 1 :][:1] if t.kind == "noun"
    ]


def find_lost_restrictions(
    original: Sequence[Sequence[Token]], said: Sequence[Sequence[Token]], rewrite: str
) -> Iterator[Difference]:
    kept = {t.key for sentence in said for t in sentence}
    already = {t.key for sentence in original for t in sentence}
    told = [sentence for sentence in original if is_nearly_said(sentence, said)]
    for name, family in RESTRICTIONS.items():
        signs = [
            t
            for sentence in told
            for i, t in enumerate(sentence)
            if (t.key in family and not (names_what_is_owed(sentence, i, kept) or may_omit_sign(sentence, i, said)))
            or (name == "if" and is_on_demand(sentence, i))
        ]
        if name == "if" and (has_condition_clause(parse_statements(rewrite)) or any(gerund_phrases(rewrite))):
            continue
        if name == "if" and RELATIVE.search(rewrite):
            continue  # "Soweit Räume frei sind" may be told as "Räume, die frei sind".
        demanded = name == "if" and any(
            kept & {t.key, verb_of_act_noun(t.key)} - {""} for t in signs if t.key in DEMANDS
        )
        if signs and not demanded and not kept & family and not (kept - already) & WEAK[name]:
            yield Difference(
                "condition" if name == "if" else "exception" if name == "except" else "scope",
                signs[0].text,
                "",
                opposite=True,
            )


def find_lost_gerunds(before: str, rewrite: str) -> Iterator[Difference]:
    """ "Being a resident, you pay less" as "You pay less": of the condition in front no word is left."""
    kept = " ".join(token.low for token in keyed_tokens(rewrite))
    for phrase in gerund_phrases(before):
        words = [token for token in phrase if token.kind in CONTENT_KINDS and token.key not in {"be", "have"}]
        if words and not any(has_related_word(token, kept) for token in words):
            yield Difference("condition", " ".join(token.text for token in phrase), "", opposite=True)


def gerund_phrases(text: str) -> list[Sequence[Token]]:
    """Returns the English sentences of a text that begin with a gerund's clause."""
    if language_by_closed_words(text) != "en":
        return []
    return [
        phrase for sentence in split_tokens_into_sentences(keyed_tokens(text)) if (phrase := gerund_phrase(sentence))
    ]


def has_condition_clause(said: Sequence[Statement]) -> bool:
    """A condition without its word: "Fällt der Tag auf …, verlängert sich …"."""
    return any(d.relation in {"if", "only_if"} for statement in said for d in statement.dependents)


def names_what_is_owed(sentence: Sequence[Token], at: int, kept: set[str]) -> bool:
    """ "Copies are subject to a fee", "subject to three months' notice": no condition, or an amount that is kept."""
    if sentence[at].key != "subject_to":
        return False
    if at and sentence[at - 1].key == "be":
        return True
    amount, *named = sentence[at + 1 : at + 3] or (sentence[at],)
    return amount.value is not None and any(t.kind == "noun" and t.key in kept for t in named)


def may_omit_sign(sentence: Sequence[Token], at: int, said: Sequence[Sequence[Token]]) -> bool:
    """Whether it may be told without its sign: a condition as a sentence, both sides of an "or" in one word."""
    kept = " ".join(token.low for other in said for token in other)
    following = sentence[at + 1 :]
    if sentence[at].key in RESTRICTIONS["or"]:
        around = (sentence[at - 1] if at else sentence[at], following[0] if following else sentence[at])
        return not any(has_related_word(t, kept) for t in around) or around[1].kind == "sub"
    if sentence[at].key not in RESTRICTIONS["if"] | RESTRICTIONS["except"] or len(said) < SEVERAL:
        return False
    end = next((i for i, t in enumerate(following) if t.kind in {"value", "aux", "modal"}), len(following))
    told = [t for t in following[:end] if t.kind in CONTENT_KINDS and t.low != "otherwise"]
    # "wenn Belange nicht entgegenstehen" as "Die Belange dürfen nicht dagegen sprechen": its nouns are the same.
    told = [t for t in told if t.kind != "verb"] or told
    return bool(told) and end < len(following) and all(has_related_word(t, kept) for t in told)


SEVERAL = 2


def is_on_demand(sentence: Sequence[Token], at: int) -> bool:
    """ "auf Verlangen", "auf Antrag"."""
    return at > 0 and sentence[at - 1].key == "on" and sentence[at].key in DEMANDS


def find_lost_sentences(original: Sequence[Sequence[Token]], said: Sequence[Token]) -> Iterator[Difference]:
    kept = " ".join(t.low for t in said)
    stems = {t.key.removesuffix("en")[:BEGINNING] for t in said if t.kind in CONTENT_KINDS and len(t.key) > BEGINNING}
    # "am Vormittag" is an adverb of several words.
    times = {t.key for t in said if t.kind == "adv" and "_" in t.key}
    for sentence in original:
        if any(t.key in times for t in sentence):
            continue
        words = [t for t in sentence if t.kind in CONTENT_KINDS]
        if words and not any(has_related_word(t, kept) or any(stem in t.key for stem in stems) for t in words):
            yield Difference("sentence", " ".join(t.text for t in sentence), "", opposite=True)


def has_related_word(token: Token, kept: str) -> bool:
    stem = token.key[:BEGINNING] if ":" not in token.key else token.low
    return (
        stem in kept
        or token.low[:BEGINNING] in kept
        or (len(token.key) > 2 * BEGINNING and token.key[-BEGINNING:-1] in kept)
    )
