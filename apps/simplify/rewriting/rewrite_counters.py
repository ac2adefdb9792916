"""Counts the rewrites of this process for the metrics: texts, sentences by outcome, fallback models."""

from collections import Counter
from threading import Lock

from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome

_lock = Lock()
_tally: Counter[str] = Counter()


def count_rewrite(outcome: RewriteOutcome) -> None:
    with _lock:
        _tally["texts"] += 1
        _tally["texts_by_built_in_rules"] += outcome.stood_in
        _tally["texts_by_a_later_model"] += len(outcome.tried_models) > 1
        for sentence in outcome.sentences:
            _tally["sentences"] += bool(sentence.before)
            _tally["sentences_kept"] += sentence.kept_original
            _tally["sentences_repaired"] += any(found.action == "repaired" for found in sentence.findings)


def rewrite_counts() -> dict[str, int]:
    """Since the process started."""
    with _lock:
        return dict(_tally)
