"""Verifies totals and percentages that a sentence computes from the values of one quote by computing them again.

    quote "Die Ausstellung kostet 50 Euro, die Zustellung 25 Euro.", claim "Insgesamt kostet das 75 Euro."

Only what can be worked out without a doubt is: values of one kind, owed alike, without bounds, alternatives or
conditions on either side.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.clause_contradictions import statement_values
from apps.text.entailment.derivation_result import Difference
from apps.text.entailment.parse_statements import keyed_tokens, parse_statements
from apps.text.entailment.tokens.parse_numbers_and_dates import Value, format_decimal
from apps.text.entailment.tokens.token import Token

TOTAL = re.compile(r"\b(?:insgesamt|zusammen|in (?:der )?summe|in total|altogether|together)\b", re.IGNORECASE)
# A row of blanks is read once, not anew from each of them.
SHARE = re.compile(r"(?:,\s*+|(?<!\s)\s*+)(?:(?:das|dies) (?:sind|entspricht)|(?:that|which) is)\s", re.IGNORECASE)
SUMMED = frozenset({"euro", "dollar", "pound", "days", "minutes", "number", "square_metres", "metres", "litres"})
RHYTHMS = frozenset({"daily", "weekly", "monthly", "yearly", "per_day", "per_hour", "per"})
DOUBTFUL = frozenset({"limit", "neg", "quant", "sub", "focus"})
TOLD = frozenset({"FIN past", "FIN if", "past", "VVD"})
"""Forms of verbs that tell of the past or of what would be."""
ALTERNATIVES = frozenset({"or", "either", "except", "until", "starting", "between", "minus", "instead", "about"})
OF_TOTALS = frozenset(
    {
        *"""
        insgesamt zusammen summe kosten gebühr betrag preis gesamtbetrag total altogether
        """.split(),  # noqa: SIM905 - a list of words to be read
        *"together fee cost amount anfallen fallen betragen sein be machen ergeben zahlen".split(),  # noqa: SIM905
        *("pay", "come", "entstehen", "werden", "must", "müssen", "sum", "person", "one"),
    }
)
"""Words that say no more than that it is a total."""
FEWEST = 2
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class ComputedValueCheck:
    """`rest` is the claim without what was worked out; `difference` tells what is wrong, None when it is right."""

    rest: str
    licence: str
    difference: Difference | None = None


def verify_computed_value(claim: str, quotes: Sequence[str]) -> ComputedValueCheck | None:
    """None where the claim computes nothing, or where the quotes leave open from which values."""
    found = (
        result for quote in quotes for result in (verify_total(claim, quote), verify_percentage(claim, quote)) if result
    )
    results = sorted(found, key=lambda result: result.difference is not None)
    return results[0] if results else None


def verify_total(claim: str, quote: str) -> ComputedValueCheck | None:
    sign = TOTAL.search(claim)
    if sign is None:
        return None
    comma = claim.rfind(",", 0, sign.start())
    apart = comma > 0 and bool(VALUE.search(claim[:comma])) and len(claim[comma : sign.start()].split()) <= FEWEST
    rest, summing = (claim[:comma], claim[comma + 1 :]) if apart else ("", claim)
    stated = [t for t in keyed_tokens(summing) if t.value is not None]
    if len(stated) != 1 or stated[0].value is None or stated[0].value.kind not in SUMMED:
        return None
    if has_doubtful_tokens(keyed_tokens(quote)) or has_doubtful_tokens(keyed_tokens(summing)):
        return None
    summands = list(summands_of_total(stated[0].value, keyed_tokens(summing), parse_statements(quote)))
    if len(summands) < FEWEST or stated[0].key in {f"{stated[0].value.kind}:{format_decimal(n)}" for n in summands}:
        return None
    result = sum(summands, Decimal(0))
    licence = f"computed: {' + '.join(format_decimal(n) for n in summands)} = {format_decimal(result)}"
    right = result == Decimal(stated[0].value.amount)
    return ComputedValueCheck(
        rest, licence, None if right else Difference("number", format_decimal(result), stated[0].text, opposite=True)
    )


VALUE = re.compile(r"\d")


def has_doubtful_tokens(tokens: Sequence[Token]) -> bool:
    """Bounds, alternatives, conditions: what is owed then depends on more than the values."""
    return any(t.kind in DOUBTFUL or t.key in ALTERNATIVES or t.form in TOLD for t in tokens)


def summands_of_total(stated: Value, summing: Sequence[Token], said: Sequence[Statement]) -> Iterator[Decimal]:
    """Values of the kind: of what the total names, or of all clauses; nothing unless all are owed in one rhythm."""
    names = {t.key for t in summing if t.kind in {"noun", "verb"} and t.value is None} - OF_TOTALS
    rhythm = {t.key for t in summing if t.key in RHYTHMS}
    holders = [s for s in said if any(value.startswith(f"{stated.kind}:") for value in statement_values(s))]
    named = [s for s in holders if not names or names & statement_words(s)]
    if names - set().union(*map(statement_words, holders)) or any(
        statement_words(s) & RHYTHMS != rhythm for s in named
    ):
        return
    if len({s.predicate.verb for s in named if s.predicate.verb}) > 1:
        return  # What one pays and another receives has no total.
    for statement in named:
        amounts = [value.split(":")[1] for value in statement_values(statement) if value.startswith(f"{stated.kind}:")]
        yield from map(Decimal, amounts)


def statement_words(statement: Statement) -> set[str]:
    found = {word for p in statement.parts for word in p.words}
    return found | {p.mark for p in statement.parts} | {statement.predicate.verb}


def verify_percentage(claim: str, quote: str) -> ComputedValueCheck | None:
    """ "310 von 1.240 Befragten, das sind 25 Prozent": a share of the two numbers of the quote."""
    sign = SHARE.search(claim)
    stated = [t.value for t in keyed_tokens(claim[sign.end() :]) if t.value is not None] if sign else []
    if (
        sign is None
        or len(stated) != 1
        or stated[0].kind != "percent"
        or has_doubtful_tokens((*keyed_tokens(quote), *keyed_tokens(claim)))
    ):
        return None
    if any(t.kind in {"noun", "verb", "adj"} for t in keyed_tokens(claim[sign.end() :]) if t.value is None):
        return None
    numbers = [Decimal(t.value.amount) for t in keyed_tokens(quote) if t.value is not None and t.value.kind == "number"]
    if len(numbers) != FEWEST or not min(numbers):
        return None
    part, whole = min(numbers), max(numbers)
    asked = Decimal(stated[0].amount)
    result = (part * HUNDRED / whole).quantize(Decimal(1).scaleb(asked.as_tuple().exponent))  # type: ignore[arg-type]
    licence = f"computed: {format_decimal(part)} of {format_decimal(whole)} = {format_decimal(result)} percent"
    wrong = (
        None
        if result == asked
        else Difference("number", f"{format_decimal(result)} %", f"{format_decimal(asked)} %", opposite=True)
    )
    return ComputedValueCheck(claim[: sign.start()], licence, wrong)
