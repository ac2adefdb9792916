"""Finds contradictions between what is free of charge and what has a price, which no table of opposites holds."""

from collections.abc import Iterable, Sequence

from apps.text.entailment.tokens.merge_units_and_ranges import CURRENCIES
from apps.text.entailment.tokens.token import Token

FREE = frozenset({"free_of_charge", "frei", "free", "gebührenfrei"})
OF_PRICES = frozenset({"gebühr", "kosten", "preis", "entgelt", "beitrag", "fee", "price", "cost", "charge"})
PRICING = frozenset({"kosten", "betragen", "erheben", "berechnen", "sein", "werden", "cost", "be", "charge"})
"""Verbs of a sentence that says nothing but a price."""
SILENT = frozenset({"möglich", "for", "possible"})


def find_free_price_contradiction(source: Sequence[Token], claim: Sequence[Token]) -> tuple[str, str] | None:
    """One sentence says that something is free, the other what it costs, and neither says for whom or when.

    The words of the source and of the claim for it.
    """
    for free, priced in ((source, claim), (claim, source)):
        gratis, price = first_token(t for t in free if t.key in FREE), first_token(t for t in priced if is_price(t))
        if gratis is None or price is None or any(is_price(t) for t in free) or any(t.key in FREE for t in priced):
            continue
        subject = subject_keys(free)
        if subject and subject == subject_keys(priced):
            before, after = (gratis, price) if free is source else (price, gratis)
            return before.text, after.text
    return None


def first_token(tokens: Iterable[Token]) -> Token | None:
    return next(iter(tokens), None)


def is_price(token: Token) -> bool:
    return token.value is not None and token.value.kind in CURRENCIES.values() and token.value.amount != "0"


def subject_keys(tokens: Sequence[Token]) -> frozenset[str]:
    """All that the sentence says beside the price."""
    silent = FREE | OF_PRICES | PRICING | SILENT
    return frozenset(token.key for token in tokens if token.key not in silent and not is_price(token))
