"""Fits the weights by which the built-in model chooses the sentence of an answer, and those by which it answers at all.

    python benchmarks/answer_weights.py [--data DIR] [--rows FILE.jsonl] [--meaning] [--keep]

Prints two tables: apps/llm/offline/ranking/weights.tsv and apps/llm/offline/answers/evidence.tsv. With `--rows` what
the search found for each question is written to a file, or read from it when it is there: then the fit alone takes two
minutes. With `--meaning` the constants of semantic_similarity_evidence.py and rerank_units_with_embeddings.py are
printed, too, for the tables that the product has (meaning_weights.py).

Read are the questions of answer_training/ (about a children's encyclopedia, rules of a municipality and a state,
written answers of a parliament, federal laws, the demo's town with official leaflets, and official PDFs; written for
this, from the documents, by people who saw no answer; of `town`, `municipal` and `papers` many that were answered
wrongly have been read), those two sets of offline_questions/ that the rules were built on, and the questions of XQuAD
to paragraphs that no question of offline_answers.py asks about. The weights of November 2026 were fitted with eight
questions more that are in its sets, too, and have been taken out since. No other question of its other sets but
`unanswered`, and none of refusals.py, is among them: those that both would draw from XQuAD are left out. For the second
table each question is asked of another collection, too, which does not answer it, and of its own without the sources
that do; those of `unanswered`, amounts that nothing says, are read as well.

Choosing is a conditional logistic regression: of the exponentials of a question's scores, the right units shall have
the largest share. Answering is a logistic regression on the features of `AnswerEvidence`: one of the two best units is
right, or not. Each question is ranked for it by weights that were fitted without its fifth of the questions. Both are
shrunk towards 0 (SHRINKAGE). Where a question has no right unit among the candidates, it teaches the choice nothing.
`top`: questions of the fifth left out whose first unit, and one of whose first two, is right.
"""

import argparse
import asyncio
import hashlib
import json
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import offline_answers, refusals  # noqa: E402 - importable once the folder is on the path
from benchmarks.database import kept_database, set_up  # noqa: E402
from benchmarks.meaning_weights import fit_meaning  # noqa: E402
from benchmarks.question_sets import DATA, questions  # noqa: E402

BUILT_ON = ("open", "looked_at")
PAPERS = (
    "amtssc-28_12_2020__VVBW-VVBW000027217-Gesamtvorschrift_1_", "amtssc-BerQAnerkV_BW", "amtssc-FeuerwKostErsV_BW",
    "amtssc-StVO", "amtssc-TRBOS_Relaisfunkst_10_94", "amtssc-fwdv100_fuehren_und_leiten_im_einsatz",
    "amtssc-fwdv3_einheiten_im_loesch_und_hilfeleistungseinsatz", "digita-17",
    "digita-Antrag_auf_Bewilligung_von_Beratungshilfe", "digita-Erklaerung_Prozesskostenhilfe",
    "gesetz-agmahnvordrv-bgbl1_2016_j0408_0010", "gesetz-coronameldepflerwv-banzat_2021_20210712v1_01",
    "gesetz-svwo_1997-bgbl1_2021_j0169_0010", "gesetz-svwo_1997-bgbl1_2021_j0177_0010",
    "lorenz-2._Genehmigungsfreistellungsverordnung_Fassung_vom_21.10.2025", "lorenz-3", "lorenz-4",
    "gesetz-awsv-bgbl1_2017_j0905-1_0010", "gesetz-zaganzv-bgbl1_2018_j2302_0010",
    "gesetz-vbrinsvv-bgbl1_2014_j0825-1_0040",
)  # fmt: skip
LAWS = frozenset({"burlg", "arbzg", "ladschlg", "milog", "ifg", "kraftstg", "passg_1986", "flaggrg", "pauswv"})
EVERY_LAW = 25
RELATED = (
    {"demo", "municipal"}, {"municipal", "laws"}, {"encyclopedia", "children"}, {"papers", "official"},
    {"papers", "laws"}, {"papers", "municipal"},
)  # fmt: skip
"""Collections that answer each other's questions."""
COLLECTIONS = ("demo", "faq", "official", "encyclopedia", "children", "parliament", "laws", "municipal", "papers")
SHRINKAGE, SHRINKAGE_OF_EVIDENCE = 20.0, 3.0
PRIOR = {"unsaid": -1.8, "topic": 4.0}
"""Weights that are shrunk towards these instead of 0. Hardly a question of the training has two towns' rules or two
kinds of buildings before it that speak of the same things, and what a page says nothing about it does not answer.
Hardly any of it is a mere name; the product's weight of `topic` is this one, not what the few would make of it."""
FOLDS, STEPS = 5, 300
SAMPLE = 2
"""One of so many questions without an answer is compared by meaning: each takes a third of a second."""
FOREIGN_REFUSED = 0.95
OF_REFUSALS = 60
"""Questions of a set that refusals.py asks."""
Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """What a question teaches: the units that may be its answer, their features, and which of them are right."""

    asked: Any
    candidates: Sequence[Any]
    possible: Sequence[Any]
    features: Vector
    right: NDArray[np.bool_]
    titles: Mapping[int, str]
    """Of the sources, by number."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=Path, help="file of what the search found, written when it is not there")
    parser.add_argument("--keep", action="store_true", help="keep the database for the next run")
    parser.add_argument("--meaning", action="store_true", help="fit what the cosines of meaning weigh, too")
    options = parser.parse_args()
    set_up()
    if options.rows and options.rows.exists():
        rows = [json.loads(line) for line in options.rows.read_text(encoding="utf-8").splitlines()]
    else:
        rows = found_by_search(options.data, keep=options.keep)
        if options.rows:
            options.rows.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    own, foreign = ([row for row in rows if bool(row["expected"]) == is_own] for is_own in (True, False))
    foreign = [row for row in foreign if not row.get("withheld")]
    withheld = [without_answer(row) for row in own] + [row for row in rows if row.get("withheld")]
    fit(examples_of(own), examples_of(foreign), examples_of(withheld), asked=len(foreign), meaning=options.meaning)


def found_by_search(data: Path, *, keep: bool) -> list[dict[str, Any]]:
    with kept_database("auskunft_benchmark_answer_weights", keep=keep) as was_kept:
        if not was_kept:
            load(data)
        own: list[dict[str, Any]] = list(training_questions(data))
        foreign: list[dict[str, Any]] = [{**row, "collection": other_collection(row), "expected": ""} for row in own]
        silent: list[dict[str, Any]] = [
            {**row, "withheld": True} for row in questions(offline_answers.QUESTIONS / "unanswered.tsv")
        ]
        return [{**row, "frames": frames_of(row)} for row in (*own, *foreign, *silent)]


def load(data: Path) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    offline_answers.load(data)
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data / "de-laws" / "laws.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        laws = sorted((Path(folder) / "laws").glob("*.md"))
        few = [path for place, path in enumerate(laws) if not place % EVERY_LAW or path.stem in LAWS]
        import_paths(few, "laws")
    import_paths([data / "de-admin-pdf" / f"{name}.pdf" for name in PAPERS], "papers")


def training_questions(data: Path) -> Iterator[dict[str, str]]:
    for path in sorted(offline_answers.TRAINING.glob("*.tsv")):
        yield from questions(path)
    for name in BUILT_ON:
        yield from questions(offline_answers.QUESTIONS / f"{name}.tsv")
    lines = (data / "de-xquad" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    tested = offline_answers.chosen_of_others(data)
    closed = {one["document_id"] for one in tested}
    ids = {json.loads(line)["id"] for line in (data / "de-xquad" / "documents.jsonl").read_text("utf-8").splitlines()}
    refused = {one["question"] for one in refusals.questions(data / "de-xquad" / "questions.jsonl", ids, OF_REFUSALS)}
    for one in map(json.loads, lines):
        if one["document_id"] not in closed and one["question"] not in refused:
            yield {"collection": "encyclopedia", "question": one["question"], "expected": "|".join(one["answers"])}


def other_collection(row: dict[str, str]) -> str:
    """One that does not answer it, chosen by a hash of the question."""
    own = row["collection"]
    others = [name for name in COLLECTIONS if name != own and {name, own} not in RELATED]
    return others[int(hashlib.sha256(row["question"].encode()).hexdigest(), 16) % len(others)]


def frames_of(row: dict[str, str]) -> list[Any]:
    """The sources that the built-in model is given, as lists; none where the search finds nothing. It chooses none of
    their units: to rank them by meaning takes ten times as long as the search."""
    from apps.llm.offline.unit_selection import select_units as module

    given: list[Any] = []
    chooses = module.select_units

    def watched(_question: str, frames: Sequence[Any], **_limits: int) -> Any:
        given[:] = [astuple_of(frame) for frame in frames]
        return []

    module.select_units = watched  # type: ignore[assignment]  # takes what it is given
    try:
        asyncio.run(offline_answers.asked(row["question"], row["collection"]))
    finally:
        module.select_units = chooses
    return given


def astuple_of(frame: Any) -> list[Any]:
    return [getattr(frame, one.name) for one in fields(frame)]


def without_answer(row: dict[str, Any]) -> dict[str, Any]:
    """The same question without the sources that say what is expected: a page nearby is no answer."""
    silent = [frame for frame in row["frames"] if not offline_answers.says(frame[3], row["expected"])]
    return {**row, "frames": silent, "expected": ""}


def examples_of(rows: Sequence[dict[str, Any]]) -> list[Example]:
    return [one for row in rows if (one := example_of(row))]


def example_of(row: dict[str, Any]) -> Example | None:
    from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units
    from apps.llm.offline.ranking.analyse_question import analyse_question
    from apps.llm.offline.ranking.rank_units import letter_similarities
    from apps.llm.offline.ranking.unit_features import units_with_features
    from apps.llm.prompts.delimit_quoted_text import SourceBlock

    frames = [SourceBlock(*frame) for frame in row["frames"]]
    candidates = collect_candidate_units(frames)
    asked = analyse_question(row["question"], candidates)
    if asked is None:
        return None
    pairs = list(units_with_features(asked, candidates))
    if not pairs:
        return None
    texts = [one.unit.shown for one, _ in pairs]
    features = np.column_stack([[features for _, features in pairs], letter_similarities(asked.text, texts)])
    expected = row["expected"]
    right = np.array([bool(expected) and offline_answers.says(text, expected) for text in texts])
    titles = {frame.number: frame.title for frame in frames}
    return Example(asked, candidates, [one for one, _ in pairs], features, right, titles)


def fit(
    own: Sequence[Example], foreign: Sequence[Example], withheld: Sequence[Example], *, asked: int, meaning: bool
) -> None:
    """`asked`: how many foreign questions were asked, those without a possible unit included."""
    from apps.llm.offline.ranking.rank_units import LETTERS
    from apps.llm.offline.ranking.unit_features import FEATURES

    parts = [[one for place, one in enumerate(own) if place % FOLDS == part] for part in range(FOLDS)]
    weights = [weights_of([one for other in parts if other is not part for one in other]) for part in parts]
    top = [right_among(part, found, most) for part, found in zip(parts, weights, strict=True) for most in (1, 2)]
    print(f"# {len(own)} questions, top {sum(top[::2]) / len(own):.3f}, {sum(top[1::2]) / len(own):.3f}")
    final = weights_of(own)
    print_table("weights.tsv", dict(zip((*FEATURES, LETTERS), final, strict=True)))
    known = [(one, found) for part, found in zip(parts, weights, strict=True) for one in part]
    strange, silent = [[(one, final) for one in group] for group in (foreign, withheld)]
    fit_evidence(known, strange, silent, asked)
    if meaning:
        fit_meaning(known, strange[::SAMPLE], silent[::SAMPLE], asked // SAMPLE)


def weights_of(examples: Sequence[Example]) -> Vector:
    """By Adam: the loss is smooth and nearly convex. Features are compared by their deviations."""
    from apps.llm.offline.ranking.rank_units import LETTERS
    from apps.llm.offline.ranking.unit_features import FEATURES

    taught = [one for one in examples if one.right.any() and not one.right.all()]
    features = np.concatenate([one.features for one in taught])
    deviations = features.std(axis=0) + 1e-6
    features, right = (features - features.mean(axis=0)) / deviations, np.concatenate([one.right for one in taught])
    starts = np.cumsum([0, *(len(one.right) for one in taught)])[:-1]
    owner = np.repeat(np.arange(len(taught)), [len(one.right) for one in taught])
    prior = np.array([PRIOR.get(name, 0.0) for name in (*FEATURES, LETTERS)]) * deviations
    weights, mean, square = prior, np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, STEPS + 1):
        scores = features @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        shares = powers / np.add.reduceat(powers, starts)[owner]
        of_right = powers * right / np.add.reduceat(powers * right, starts)[owner]
        gradient = features.T @ (shares - of_right) + SHRINKAGE * (weights - prior)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        rate = 0.05 if step < 0.7 * STEPS else 0.01
        weights = weights - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    found: Vector = weights / deviations
    return found


def right_among(examples: Sequence[Example], weights: Vector, most: int) -> int:
    return sum(bool(one.right[np.argsort(-(one.features @ weights), kind="stable")[:most]].any()) for one in examples)


def fit_evidence(
    own: Sequence[tuple[Example, Vector]],
    foreign: Sequence[tuple[Example, Vector]],
    withheld: Sequence[tuple[Example, Vector]],
    asked: int,
) -> None:
    from apps.llm.offline.answers.answerability import AnswerEvidence
    from apps.llm.offline.unit_selection.select_units import MOST_UNITS

    pairs = [*own, *foreign, *withheld]
    features = np.array([astuple(evidence_by(one, weights)) for one, weights in pairs])
    answers = np.array([float(right_among([one], weights, MOST_UNITS)) for one, weights in pairs])
    deviations = features.std(axis=0)
    scaled = np.column_stack([(features - features.mean(axis=0)) / deviations, np.ones(len(features))])
    shrinkage = np.array([SHRINKAGE_OF_EVIDENCE] * features.shape[1] + [1e-6])
    found = np.zeros(scaled.shape[1])
    for _ in range(30):  # Newton's method
        share = 1 / (1 + np.exp(-(scaled @ found)))
        gradient = scaled.T @ (share - answers) + shrinkage * found
        found -= np.linalg.solve((scaled * (share * (1 - share))[:, None]).T @ scaled + np.diag(shrinkage), gradient)
    weights = found[:-1] / deviations
    sums = features @ weights
    of_foreign, of_withheld = sums[len(own) : len(own) + len(foreign)], sums[len(own) + len(foreign) :]
    least = float(np.sort(of_foreign)[-1 - int((1 - FOREIGN_REFUSED) * asked)]) + 1e-3
    of_own, is_right = sums[: len(own)], answers[: len(own)] == 1
    shares = [float((group >= least).mean()) for group in (of_own[is_right], of_own[~is_right], of_withheld)]
    print(f"# {FOREIGN_REFUSED} of {asked} foreign questions refused; answered of those with a right unit among the")
    print(f"# first two {shares[0]:.3f}, of others {shares[1]:.3f}, of those whose answer was withheld {shares[2]:.3f}")
    names = [one.name for one in fields(AnswerEvidence)]
    print_table("evidence.tsv", {**dict(zip(names, weights, strict=True)), "least": least})


def evidence_by(example: Example, weights: Vector) -> Any:
    """The features of evidence when units are ranked by these weights."""
    from apps.llm.offline.answers.answerability import answer_evidence
    from apps.llm.offline.ranking.rank_units import MOST_READ, RankedUnit

    scores = example.features @ weights
    best = np.argsort(-scores, kind="stable")[:MOST_READ]
    units = [
        RankedUnit(example.possible[place], float(scores[place]), float(example.features[place, -1])) for place in best
    ]
    return answer_evidence(example.asked, units, example.candidates)


def print_table(name: str, weights: dict[str, float]) -> None:
    print(f"# {name}")
    for feature, weight in weights.items():
        print(f"{feature}\t{weight:.3f}")


if __name__ == "__main__":
    main()
