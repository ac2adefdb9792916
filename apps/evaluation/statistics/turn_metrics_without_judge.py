"""Metrics of one turn that need no judge.

None means: not defined here. It is never counted as 0, nor as 1.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from apps.chat.proof.proof_levels import PROVED_LEVELS, ProofLevel
from apps.chat.quantities.numbers_dates_and_sections import claimed_quantities, figures_without_source, stated_figures
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER
from apps.text.word_stems import WORD, fold, stem

Place = tuple[str, int | None]
SHARES_OF_SENTENCES = frozenset({
    "proved_sentences", "verbatim_sentences", "checked_sentences", "quoted_sentences", "contradicted_sentences",
    "without_source_sentences",
})  # fmt: skip
NAME = re.compile(r"(?<![.!?:\n•*-] )(?<!^)\b[A-ZÄÖÜ][\wäöüß-]{3,}")


@dataclass(frozen=True, slots=True)
class TurnMetrics:
    """`citation_proof`: of all places cited, the share whose quote stands on the page named.

    `proved_sentences`: of the sentences of an answer, the share with a level of proof that may be called proved;
    `verbatim_sentences`, `checked_sentences`, `quoted_sentences`, `contradicted_sentences` and
    `without_source_sentences` are the shares of each level.
    `grounded_figures`, `grounded_names`: of the numbers and dates (of the words with a capital letter inside a
    sentence) in the reply, the share that stands in the passages or in what was asked.
    `context_precision`: of the passages, the share that lies where it was expected; `context_recall`: of what was
    expected, the share found. By id; ragas calls them id-based.
    `refusal_correct`: refused when it had to be, and only then.
    `sentences`: how many of the answer have a level.
    """

    citation_proof: float | None
    proved_sentences: float | None
    verbatim_sentences: float | None
    checked_sentences: float | None
    quoted_sentences: float | None
    contradicted_sentences: float | None
    without_source_sentences: float | None
    grounded_figures: float | None
    grounded_names: float | None
    context_precision: float | None
    context_recall: float | None
    refusal_correct: bool | None
    sentences: int
    words: int
    seconds: float
    tokens: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def measure_turn(
    *,
    said: str,
    reply: str,
    refused: bool,
    must_refuse: bool | None,
    passages: Sequence[dict[str, Any]],
    proved: int,
    cited: int,
    levels: Sequence[str],
    expected: Collection[Place],
    seconds: float,
    tokens: int,
) -> TurnMetrics:
    """`must_refuse` is None where nobody said whether this turn has to be refused; `levels`: one for each sentence."""
    sources = "\n".join([said, *(passage["text"] for passage in passages)])
    body = "" if refused else MARKER.sub("", reply)
    found = [(passage["external_id"], passage["page"]) for passage in passages]
    return TurnMetrics(
        citation_proof=share_or_none(proved, cited),
        proved_sentences=share_or_none(sum(level in PROVED_LEVELS for level in levels), len(levels)),
        verbatim_sentences=share_of_level(ProofLevel.DERIVED, levels),
        checked_sentences=share_of_level(ProofLevel.CHECKED, levels),
        quoted_sentences=share_of_level(ProofLevel.QUOTED, levels),
        contradicted_sentences=share_of_level(ProofLevel.CONTRADICTED, levels),
        without_source_sentences=share_of_level(ProofLevel.WITHOUT_SOURCE, levels),
        grounded_figures=grounded_figures(body, sources),
        grounded_names=grounded_names(body, sources),
        context_precision=share_or_none(sum(is_expected(place, expected) for place in found), len(found))
        if expected
        else None,
        context_recall=share_or_none(sum(is_found(place, found) for place in expected), len(expected)),
        refusal_correct=None if must_refuse is None else refused == must_refuse,
        sentences=len(levels),
        words=len(WORD.findall(reply)),
        seconds=round(seconds, 3),
        tokens=tokens,
    )


def share_of_level(level: ProofLevel, levels: Sequence[str]) -> float | None:
    return share_or_none(sum(each == level for each in levels), len(levels))


def share_or_none(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def grounded_figures(text: str, sources: str) -> float | None:
    written = {figure.text for figure in claimed_quantities(text)}
    # Reading all figures of the sources takes a while; most stand there as they stand in the text.
    other = {figure for figure in written if not contains_figure(figure, sources)}
    missing = set(figures_without_source(text, stated_figures(sources))) & other if other else set()
    return share_or_none(len(written - missing), len(written))


def contains_figure(figure: str, sources: str) -> bool:
    """Whether the figure stands as it is written, and not as a part of a longer number."""
    return re.search(rf"(?<![\w.,]){re.escape(figure)}(?![\w]|[.,]\d)", sources) is not None


def grounded_names(text: str, sources: str) -> float | None:
    names = {stem(fold(name)) for name in NAME.findall(text)}
    known = {stem(word) for word in WORD.findall(fold(sources))}
    # Parts of compounds count: "Hundesteuersatzung" is grounded where "Hundesteuer-Satzung" stands.
    parts = {part for name in names for part in name.split("-")}
    return share_or_none(sum(part in known for part in parts), len(parts))


def is_expected(place: Place, expected: Collection[Place]) -> bool:
    return any(matches_expected_place(place, wanted) for wanted in expected)


def is_found(wanted: Place, found: Collection[Place]) -> bool:
    return any(matches_expected_place(place, wanted) for place in found)


def matches_expected_place(place: Place, wanted: Place) -> bool:
    """A document is named by its id or by the last part of it; without a page any page of it will do."""
    named = place[0] == wanted[0] or place[0].rpartition("/")[2] == wanted[0]
    return named and wanted[1] in (None, place[1])


def mean_metrics(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each figure its mean over the turns where it is defined, and in how many it is not.

    Shares of sentences are those of all sentences of these turns together: none of twelve and one of one are 0.08.
    """
    names = dict.fromkeys(name for row in rows for name in row)
    defined = {name: [row for row in rows if row.get(name) is not None] for name in names}
    return {
        name: {"mean": mean_of_figure(name, found), "turns": len(found), "undefined": len(rows) - len(found)}
        for name, found in defined.items()
    }


def mean_of_figure(name: str, rows: Sequence[dict[str, Any]]) -> float | None:
    """None without rows. Turns that were measured before sentences were counted all count alike."""
    are_counted = name in SHARES_OF_SENTENCES and all("sentences" in row for row in rows)
    weights = [row["sentences"] if are_counted else 1 for row in rows]
    total = sum(float(row[name]) * weight for row, weight in zip(rows, weights, strict=True))
    return round(total / sum(weights), 4) if sum(weights) else None
