"""Fits the classifier that recognises people in a crisis: apps/chat/fixed_answers/crisis_classifier.

    python benchmarks/crisis_weights.py [--data DIR] [--write]

The messages of crisis_training/ were written for it by people who knew neither the triggers nor a message of
fixed_answer_messages/, where it is measured (fixed_answers.py); with them come, as no crises, the questions of
citizens in answer_training/ and one half of the shared ones, by their hash. The n-grams of letters have a weight for
each bucket, crises against others; the vectors of meaning one for each dimension and kind. Both are logistic
regressions with a penalty on large weights, fitted by accelerated gradients (Nesterov). What is printed is found
without the fifth that is asked about.
"""

import argparse
import hashlib
import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.chat.fixed_answers.crisis_classifier import embedding_classifier, ngram_filter  # noqa: E402
from apps.chat.fixed_answers.crisis_classifier.embedding_classifier import CERTAIN_ODDS, POSSIBLE_ODDS, crisis_odds  # noqa: E402
from apps.chat.fixed_answers.crisis_classifier.ngram_filter import CERTAIN_SUSPICION, LEAST_SUSPICION  # noqa: E402
from benchmarks.database import set_up  # noqa: E402
from benchmarks.fixed_answers import is_training, questions  # noqa: E402
from benchmarks.kept_vectors import kept_vectors  # noqa: E402
from benchmarks.question_sets import questions as rows_of  # noqa: E402

TRAINING = Path(__file__).parent / "crisis_training"
ANSWER_TRAINING = Path(__file__).parent / "answer_training"
KINDS = ("suicide", "violence", "emergency", "poison")
NGRAM_PENALTY, EMBEDDING_PENALTY = 3e-6, 1e-6
SPREAD = 15.0
"""Vectors of meaning lie close together: about so much their deviations from the mean are stretched for the fit."""
ROUNDS = 1_000
FOLDS = 5
DECIMALS = 3
Matrix = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--write", action="store_true", help="put the weights where the service reads them")
    options = parser.parse_args()
    rows = list(training(options.data))
    texts, kinds = [row.text for row in rows], np.array([KINDS.index(row.kind) if row.kind else -1 for row in rows])
    vectors = embedded(texts)
    compare(rows, kinds, vectors)
    if options.write:
        write_ngrams(fit_ngrams(texts, kinds >= 0))
        write_embeddings(fit_embeddings(vectors, kinds))


@dataclass(frozen=True, slots=True)
class TrainingMessage:
    """`kind` is empty for what is no crisis; `source`: the file it stands in, or "questions"."""

    source: str
    kind: str
    text: str


def training(data: Path) -> Iterator[TrainingMessage]:
    for path in sorted(TRAINING.glob("*.tsv")):
        for row in rows_of(path):
            yield TrainingMessage(path.stem, row["kind"] if row["kind"] in KINDS else "", row["message"])
    asked = {row["question"] for path in ANSWER_TRAINING.glob("*.tsv") for row in rows_of(path)}
    yield from (TrainingMessage("citizens", "", question) for question in sorted(asked))
    for question in sorted(set(questions(data)) - asked):
        if is_training(question):
            yield TrainingMessage("questions", "", question)


def embedded(texts: Sequence[str]) -> Matrix:
    set_up()
    from apps.llm.semantic_embedding.semantic_embedder import for_questions

    with kept_vectors():
        rows = for_questions.vectors(texts, is_query=True)
    return np.array([array("f", row) for row in rows], dtype=np.float64)


def fit_ngrams(texts: Sequence[str], is_crisis: NDArray[np.bool_]) -> Matrix:
    """The weights of the buckets and the intercept, crises and others counted as if there were as many of each."""
    places = [np.array(sorted(ngram_filter.ngram_buckets(text)), dtype=np.int64) for text in texts]
    row = np.repeat(np.arange(len(places)), [len(one) for one in places])
    column = np.concatenate(places)
    value = np.concatenate([np.full(len(one), 1 / np.sqrt(max(1, len(one)))) for one in places])
    share = np.where(is_crisis, 0.5 / is_crisis.sum(), 0.5 / (~is_crisis).sum())

    def gradient(weights: Matrix) -> Matrix:
        scores = np.bincount(row, value * weights[column], len(places)) + weights[-1]
        residual = share * (1 / (1 + np.exp(-scores)) - is_crisis)
        found = np.bincount(column, value * residual[row], ngram_filter.BUCKETS + 1)
        found[-1] = residual.sum()
        return found + NGRAM_PENALTY * np.append(weights[:-1], 0.0)

    return descend(gradient, np.zeros(ngram_filter.BUCKETS + 1), steepness=0.5)


def fit_embeddings(vectors: Matrix, kinds: NDArray[np.int64]) -> Matrix:
    """Weights and, as the last row, intercepts for each of KINDS, measured against none."""
    middle = vectors.mean(axis=0)
    signs = np.column_stack([(vectors - middle) * SPREAD, np.ones(len(vectors))])
    told = np.column_stack([kinds == place for place in range(len(KINDS))]).astype(np.float64)

    def gradient(flat: Matrix) -> Matrix:
        weights = flat.reshape(signs.shape[1], len(KINDS))
        powers = np.exp(np.clip(signs @ weights, -50, 50))
        chances = powers / (1 + powers.sum(axis=1, keepdims=True))
        found = signs.T @ (chances - told) / len(signs)
        found[:-1] += EMBEDDING_PENALTY * SPREAD**2 * weights[:-1]
        return np.asarray(found.ravel())

    steepness = 0.5 * np.linalg.eigvalsh(signs.T @ signs / len(signs))[-1]
    weights = descend(gradient, np.zeros(signs.shape[1] * len(KINDS)), steepness).reshape(-1, len(KINDS))
    slopes = weights[:-1] * SPREAD
    return np.vstack([slopes, weights[-1] - middle @ slopes])


def descend(gradient: Callable[[Matrix], Matrix], start: Matrix, steepness: float) -> Matrix:
    """Nesterov's method with a fixed step; `steepness` bounds the largest curvature."""
    here, before = start, start
    for number in range(ROUNDS):
        ahead = here + number / (number + 3) * (here - before)
        here, before = ahead - gradient(ahead) / steepness, here
    return here


def compare(rows: Sequence[TrainingMessage], kinds: NDArray[np.int64], vectors: Matrix) -> None:
    """Prints what each bound would do, each message judged by weights that were fitted without it."""
    texts = [row.text for row in rows]
    fold = np.array([hashlib.sha256(text.encode()).digest()[1] % FOLDS for text in texts])
    letters, scores = np.zeros(len(rows)), np.zeros((len(rows), len(KINDS)))
    for number in range(FOLDS):
        rest, asked = fold != number, np.flatnonzero(fold == number)
        ngrams = fit_ngrams([text for text, kept in zip(texts, rest, strict=True) if kept], kinds[rest] >= 0)
        weights = fit_embeddings(vectors[rest], kinds[rest])
        letters[asked] = [score_of(texts[place], ngrams) for place in asked]
        scores[asked] = vectors[asked] @ weights[:-1] + weights[-1]
    odds = np.array([crisis_odds(each, by_letters) for each, by_letters in zip(scores, letters, strict=True)])
    is_suspicious = letters >= LEAST_SUSPICION
    print_shares("letters ask the model", rows, is_suspicious)
    print_shares("letters alone", rows, letters >= CERTAIN_SUSPICION)
    for least in (POSSIBLE_ODDS, CERTAIN_ODDS):
        print_shares(f"both, odds from {least}", rows, is_suspicious & (odds >= least))
    is_crisis = kinds >= 0
    print(f"# kind told rightly: {(scores[is_crisis].argmax(axis=1) == kinds[is_crisis]).mean():.3f}")


def print_shares(title: str, rows: Sequence[TrainingMessage], is_met: NDArray[np.bool_]) -> None:
    """Of the crises and of the others of each source."""
    met: defaultdict[str, list[bool]] = defaultdict(list)
    for row, is_one in zip(rows, is_met, strict=True):
        met[f"{row.source} {'crises' if row.kind else 'others'}"].append(bool(is_one))
    shares = ", ".join(f"{name} {sum(found) / len(found):.4f}" for name, found in sorted(met.items()))
    print(f"# {title}: {shares}")


def score_of(text: str, weights: Matrix) -> float:
    buckets = list(ngram_filter.ngram_buckets(text))
    return float(weights[buckets].sum() / np.sqrt(max(1, len(buckets))) + weights[-1])


def write_ngrams(weights: Matrix) -> None:
    rounded = np.clip(np.round(weights / ngram_filter.UNIT), -127, 127).astype(np.int8)
    ngram_filter.WEIGHTS.write_bytes(rounded.tobytes())


def write_embeddings(weights: Matrix) -> None:
    lines = [
        "\t".join([kind, *(f"{number:.{DECIMALS}f}" for number in (weights[-1, place], *weights[:-1, place]))])
        for place, kind in enumerate(KINDS)
    ]
    embedding_classifier.WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
