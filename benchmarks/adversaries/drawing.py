"""Rows of a benchmark drawn from the sentences of texts: seeded, no sentence and no kind too often."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from benchmarks.adversaries import (
    english,
    english_paraphrases,
    german_clauses,
    german_paraphrases,
    german_words,
    values,
)
from benchmarks.adversaries.sentences import PRESERVED, Mutation, Rule, Sentence

DAMAGES: dict[str, list[Rule]] = {
    "de": [*values.GERMAN, *german_words.RULES, *german_clauses.RULES],
    "en": [*values.ENGLISH, *english.RULES],
}
PARAPHRASES: dict[str, list[Rule]] = {"de": german_paraphrases.RULES, "en": english_paraphrases.RULES}
MOST_DAMAGES, MOST_PARAPHRASES = 60, 20
MOST_OF_A_SENTENCE = 14
MOST_OF_TABLES = 0.02
MOST_OF_A_KIND = 0.05
"""Of all rows: frequent words would else drown the rare kinds."""
INVENTED = {"condition added", "fact added", "universal added", "lead-in", "hedge added", "denied as a whole"}
"""Any sentence allows them: one of each for a sentence is enough, and few of all rows, since they are easy to judge."""
MOST_INVENTED = 0.01


def mutations(sentence: Sentence, seed: int = 0) -> list[Mutation]:
    """Up to 60 that change the meaning and up to 20 that keep it, in an order that the seed decides."""
    chance = random.Random(f"{seed} {sentence.text}")  # noqa: S311 - a draw, no secret
    damaged = unlike(sentence, DAMAGES[sentence.language], chance)
    preserved = unlike(sentence, PARAPHRASES[sentence.language], chance)
    return damaged[:MOST_DAMAGES] + preserved[:MOST_PARAPHRASES]


def unlike(sentence: Sentence, rules: Iterable[Rule], chance: random.Random) -> list[Mutation]:
    """Each claim once, none that says the sentence itself, one of each invented kind."""
    found = list({plain(mutation.claim): mutation for rule in rules for mutation in rule(sentence)}.values())
    chance.shuffle(found)
    seen: Counter[str] = Counter()
    kept = []
    for mutation in found:
        seen[mutation.kind] += 1
        same = plain(mutation.claim) == plain(sentence.text) and mutation.label != PRESERVED
        if not same and mutation.claim != sentence.text and (mutation.kind not in INVENTED or seen[mutation.kind] == 1):
            kept.append(mutation)
    return kept


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" .").lower()


def drawn(
    pools: Iterable[Iterable[Sentence]], tables: Iterable[dict[str, Any]], count: int, seed: int
) -> list[dict[str, Any]]:
    """`count` rows at most: the pools take turns, and of each sentence come first the kinds there are fewest of."""
    chance = random.Random(seed)  # noqa: S311
    rows = list(tables)
    chance.shuffle(rows)
    kept = rows[: int(count * MOST_OF_TABLES)]
    seen = Counter(row["kind"] for row in kept)
    for sentence in in_turn([shuffled(pool, chance) for pool in pools]):
        if len(kept) >= count:
            break
        found = sorted(mutations(sentence, seed), key=lambda mutation: seen[mutation.kind])
        for mutation in found[:MOST_OF_A_SENTENCE]:
            if seen[mutation.kind] < most_of(mutation.kind, count) and len(kept) < count:
                seen[mutation.kind] += 1
                kept.append(mutation.row(sentence))
    return kept


def most_of(kind: str, count: int) -> float:
    return max(3, count * (MOST_INVENTED if kind in INVENTED else MOST_OF_A_KIND))


def shuffled(sentences: Iterable[Sentence], chance: random.Random) -> list[Sentence]:
    pool = list({sentence.text: sentence for sentence in sentences}.values())
    chance.shuffle(pool)
    return pool


def in_turn(pools: Iterable[Iterable[Sentence]]) -> Iterator[Sentence]:
    """One of each, again and again, until all are empty."""
    for round_of in zip_longest(*pools):
        yield from (sentence for sentence in round_of if sentence is not None)
