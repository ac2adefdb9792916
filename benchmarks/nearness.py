"""How near in meaning a place must come to be shown where no sentence answers: finds the bounds, judges them on others.

    python benchmarks/nearness.py [--data DIR] [--questions 20] [--rows FILE.jsonl] [--keep] [--json]

The questions of refusals.py are asked as there. Of each that the rules refuse is noted how near the nearest page and
the nearest sentence of it came by the built-in model of meaning, and how far that page is ahead; with `--rows` these
figures are written to a file, or read from it when it is there. `fitted` are the bounds with which the most questions
are shown something that their collection answers, while MOST_SHOWN of the foreign ones are shown a place. Looked at
for them are, of questions in the language of the documents, those to the collections of FITTED; of others, those in
FITTED_LANGUAGES, of which the answered ones ask for every second document. `held_out` says what they, and the bounds of
the product, give on all others: other collections; other languages and documents.
"""

import argparse
import asyncio
import csv
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import refusals  # noqa: E402 - once the folder is on the path
from benchmarks.database import kept_database, set_up  # noqa: E402

FITTED = ("demo", "faq", "encyclopedia")
FITTED_LANGUAGES = ("tr", "ru", "es", "pl", "en")
MOST_SHOWN = 0.025
"""Of foreign questions: what the rules answer of them no bound takes back."""
PAGES = [round(0.76 + 0.005 * step, 4) for step in range(20)]
SUMS = [round(0.82 + 0.0025 * step, 4) for step in range(60)]
SUMS_OF_THREE = [round(1.56 + 0.0025 * step, 4) for step in range(60)]
FAR = 0.76
"""Similarity of a page below which no sentence was compared."""
DATABASE = "auskunft_benchmark_refusals"


@dataclass(frozen=True, slots=True)
class Asked:
    """`answered` by a sentence before anything is compared by meaning. The figures are 0 where nothing was."""

    collection: str
    source: str
    language: str
    is_foreign: bool
    question: str
    document: str = ""
    answered: bool = False
    in_other_language: bool = False
    page: float = 0.0
    lead: float = 0.0
    sentence: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=refusals.DATA)
    parser.add_argument("--questions", type=int, default=20, help="of each set")
    parser.add_argument("--rows", type=Path, help="keep the figures of each question here, for the next run")
    parser.add_argument("--keep", action="store_true", help="keep the documents and their vectors for the next run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.rows and options.rows.exists():
        set_up()
        rows = [Asked(**json.loads(line)) for line in options.rows.read_text(encoding="utf-8").splitlines()]
    else:
        rows = measured(options.data, options.questions, options.rows, keep=options.keep)
    print(json.dumps(judged(rows), ensure_ascii=False, indent=None if options.json else 2))


def measured(data: Path, count: int, path: Path | None, *, keep: bool) -> list[Asked]:
    os.environ["MEANING"] = "True"
    with kept_database(DATABASE, keep=keep) as was_kept:
        if not was_kept:
            refusals.load(data, refusals.COLLECTIONS | refusals.MORE_COLLECTIONS, 60)
        refusals.embed_everything()
        rows = []
        for one in wanted(data, count):
            rows.append(asyncio.run(asked(one)))
            if path:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(rows[-1]), ensure_ascii=False) + "\n")
    return rows


def wanted(data: Path, count: int) -> Iterator[Asked]:
    """Questions in other words, those of other collections, and those in other languages; nothing is asked yet."""
    collections = refusals.COLLECTIONS | refusals.MORE_COLLECTIONS
    sets = refusals.read(data, collections, refusals.ids_by_collection(), count)
    for name, records in refusals.reworded().items():
        yield from (Asked(name, name, "", False, record["question"]) for record in records)
    for name, records in sets.items():
        yield from (Asked(name, name, "", False, one["question"]) for one in refusals.own(records)[:count])
    for name, (other, records) in product(collections, sets.items()):
        if other != name and {other, name} != refusals.TOWNS:
            yield from (Asked(name, other, "", True, one["question"]) for one in refusals.own(records)[:count])
    with refusals.IN_LANGUAGES.open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in written:
        yield Asked("demo", "written", row["language"], not row["document"], row["question"], row["document"])
    for code, name in product(dict.fromkeys(row["language"] for row in written), refusals.ASKED_IN_LANGUAGES):
        for one in refusals.translated(data, code, count)[: count // 2]:
            yield Asked(name, "encyclopedia", code, True, one["question"])


async def asked(wanted: Asked) -> Asked:
    """As on the page, however long comparing takes."""
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answer_or_refusal.places_to_read import answering_model_name
    from apps.chat.answering import answer_question
    from apps.chat.models import Channel
    from apps.chat.nearest_passages import similar_sentences
    from apps.chat.nearest_passages.nearest_page_similarity import nearest_page
    from apps.chat.nearest_passages.passages_in_other_language import language_barrier_notice

    seen: dict[str, Any] = {"answered": True}

    def may_show_places(draft: Any) -> bool:
        seen["answered"] = draft.state != "refused"
        page = nearest_page(draft.steps)
        seen["in_other_language"] = bool(language_barrier_notice(draft.steps, answering_model_name(draft)))
        seen["page"], seen["lead"] = round(page.similarity, 4), round(page.lead, 4)
        return not seen["answered"] and page.similarity >= FAR

    async def compared(*arguments: Any) -> Any:
        found = await similar_sentences.similar_sentences(*arguments)
        seen["sentence"] = round(max((one.similarity for one in found.values()), default=0.0), 4)
        return {}

    similar_sentences.MOST_SECONDS = refusals.COMPARED_SECONDS
    for name, own in (("may_show_places", may_show_places), ("similar_sentences", compared)):
        setattr(answer_question, name, own)
    ask = AskedQuestion(wanted.question, channel=Channel.COMMAND, collections=[wanted.collection])
    async with answer_question.turn_context(), aclosing(answer_question.stream_turn_events(ask, model=None)) as events:
        async for _event in events:
            pass
    return Asked(**(asdict(wanted) | seen))


def judged(rows: Sequence[Asked]) -> dict[str, Any]:
    from apps.chat.nearest_passages import passages_in_other_language, passages_in_other_words
    from apps.text.word_stems import IS_CJK

    # Without blanks no bound is applied in the product (passages_in_other_words.py).
    same = [row for row in rows if not row.language and IS_CJK.search(row.question) is None]
    others = [row for row in rows if row.language]
    present = (passages_in_other_words.WORTH_COMPARING, passages_in_other_words.NEAR)
    present_others = (passages_in_other_language.WORTH_COMPARING, passages_in_other_language.NEAR_ENOUGH)
    return {
        "questions": len(rows),
        "in_other_words": compared_bounds(same, is_fitted, lead_and_sentence, SUMS, present),
        "in_other_languages": compared_bounds(others, is_fitted_language, all_three, SUMS_OF_THREE, present_others),
    }


def is_fitted(row: Asked) -> bool | None:
    return row.collection in FITTED


def is_fitted_language(row: Asked) -> bool | None:
    """None for questions that are neither looked at nor held out: other documents in the languages looked at, …"""
    looked_at = row.language in FITTED_LANGUAGES
    if not row.document:
        return looked_at
    every_second = zlib.crc32(row.document.encode()) % 2 == 0
    return looked_at if looked_at == every_second else None


def lead_and_sentence(row: Asked) -> float:
    return row.lead + row.sentence


def all_three(row: Asked) -> float:
    return row.page + row.lead + row.sentence


Bounds = tuple[float, float]
"""The similarity of the page from which sentences are compared, and the sum from which a place is shown."""
Nearness = Callable[[Asked], float]


def compared_bounds(
    rows: Sequence[Asked],
    is_fitted: Callable[[Asked], bool | None],
    nearness: Nearness,
    sums: Sequence[float],
    present: Bounds,
) -> dict[str, Any]:
    looked_at = [row for row in rows if is_fitted(row)]
    held_out = [row for row in rows if is_fitted(row) is False]
    fitted = fit(looked_at, nearness, sums)
    return {
        "fitted": fitted,
        "present": present,
        "looked_at": {"fitted": shares(looked_at, nearness, fitted), "present": shares(looked_at, nearness, present)},
        "held_out": {"fitted": shares(held_out, nearness, fitted), "present": shares(held_out, nearness, present)},
    }


def fit(rows: Sequence[Asked], nearness: Nearness, sums: Sequence[float]) -> Bounds:
    """Among equally good ones the strictest; the strictest of all where none shows foreign ones little enough."""

    def worth(bounds: Bounds) -> tuple[float, float, float]:
        found = shares(rows, nearness, bounds)
        return (-found["own_refused"], *bounds) if found["foreign_shown"] <= MOST_SHOWN else (-2.0, *bounds)

    return max(product(PAGES, sums), key=worth)


def shares(rows: Sequence[Asked], nearness: Nearness, bounds: Bounds) -> dict[str, float]:
    """How many there were; which share is shown a place, and which neither a place nor an answer."""
    least_page, least_sum = bounds
    found: dict[str, float] = {}
    for name, is_foreign in (("own", False), ("foreign", True)):
        every = [row for row in rows if row.is_foreign is is_foreign]
        unanswered = [row for row in every if not row.answered]
        shown = [row for row in unanswered if row.sentence and row.page >= least_page and nearness(row) >= least_sum]
        found[name] = len(every)
        found[f"{name}_shown"] = round(len(shown) / max(1, len(every)), 3)
        found[f"{name}_refused"] = round((len(unanswered) - len(shown)) / max(1, len(every)), 3)
    return found


if __name__ == "__main__":
    main()
