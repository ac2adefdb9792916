"""Of the candidates of a revision, statements in other words that an editor should compare."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from apps.conflicts.comparison.decide_contradiction import Disagreement
from apps.conflicts.detection.extract_and_store_facts import statement_of
from apps.conflicts.models import StoredFact
from apps.conflicts.statements.best_pairs import best_pairs
from apps.conflicts.statements.subject_word_overlap import nearness
from apps.conflicts.statements.value_disagreement import value_disagreement

Pair = tuple[StoredFact, StoredFact]


def possible_contradictions(pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Disagreement]]:
    """`pairs` are of one kind of value each, the revision's own first. In what comes back the older one is first."""
    scores: dict[tuple[int, str], dict[tuple[int, int], int]] = defaultdict(dict)
    by_name: dict[tuple[int, int], Pair] = {}
    for mine, other in pairs:
        score = nearness(statement_of(mine), statement_of(other))
        if score:
            scores[other.revision_id, mine.stated][mine.pk, other.pk] = score
            by_name[mine.pk, other.pk] = (mine, other)
    for (_, kind), of_documents in scores.items():
        for name in best_pairs(of_documents, kind):
            first, second = sorted(by_name[name], key=lambda fact: fact.pk)
            about = value_disagreement(statement_of(first), statement_of(second), kind)
            if about is not None:
                yield (first, second), about
