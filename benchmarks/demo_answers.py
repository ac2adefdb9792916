"""How much of what the demo answers is called proved: the shipped questions, asked of the demo collection.

    python benchmarks/demo_answers.py [--answers] [--keep] [--json]

Every question of examples/questions.jsonl and examples/collection.json is asked as on the page, a follow-up after the
question that it goes on from, without a connected model. `proved` is the share of sentences that are verbatim or
checked, of all sentences of answers that were not refused; `refused` are questions that the documents answer, and
`answered_without_source` those that they do not. `--answers` prints the sentences that are not proved, with their level
and the differences that no rule explains, and the questions that were refused or answered by mistake.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import kept_database  # noqa: E402 - importable once the folder is on the path

if TYPE_CHECKING:
    from apps.chat.turn_state.turn_events import TurnDone

EXAMPLES = ROOT / "examples"
PROVED = frozenset({"verbatim", "checked"})


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """`after` is the question that a follow-up goes on from."""

    text: str
    after: str = ""
    is_answerable: bool = True


@dataclass(frozen=True, slots=True)
class DemoAnswer:
    """`sentences` are those that say something; a refusal says nothing of the documents."""

    question: DemoQuestion
    is_refused: bool
    sentences: list[dict[str, Any]] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", action="store_true", help="print every sentence that is not proved")
    parser.add_argument("--keep", action="store_true", help="keep the database for the next run")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with kept_database("auskunft_benchmark_demo_answers", keep=options.keep) as was_kept:
        if not was_kept:
            load()
        answers = [asyncio.run(answered(question)) for question in questions()]
        tell(answers, options)  # Before the database is left: nothing that goes wrong there takes the figures along.


def tell(answers: list[DemoAnswer], options: argparse.Namespace) -> None:
    if options.answers:
        for sentence in (row for answer in answers for row in answer.sentences if row["level"] not in PROVED):
            print(json.dumps(sentence, ensure_ascii=False))
        for answer in answers:
            if answer.is_refused == answer.question.is_answerable:
                print("refused:" if answer.is_refused else "answered:", answer.question.text)
    figures = figures_of(answers)
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2), flush=True)


def questions() -> list[DemoQuestion]:
    """Each once: those with a labelled answer, then those that the page offers."""
    rows = (EXAMPLES / "questions.jsonl").read_text("utf-8").splitlines()
    labelled = [json.loads(row) for row in rows if row.strip()]
    offered = json.loads((EXAMPLES / "collection.json").read_text("utf-8"))
    return list(dict.fromkeys([*map(question_of, labelled), *map(DemoQuestion, questions_in(offered))]))


def question_of(row: dict[str, Any]) -> DemoQuestion:
    return DemoQuestion(row["question"], row.get("after", ""), is_answerable=row["kind"] != "unanswerable")


def questions_in(offered: dict[str, object]) -> Iterator[str]:
    lists = (value for value in offered.values() if isinstance(value, list))
    return (text for value in lists for text in value if isinstance(text, str) and text.endswith("?"))


def load() -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    import_paths([EXAMPLES / "documents"], "demo")


async def answered(question: DemoQuestion) -> DemoAnswer:
    from apps.chat.answering.answer_question import turn_context

    async with turn_context():
        token = (await done(question.after)).conversation if question.after else None
        turn = await done(question.text, token)
    is_refused = turn.state == "refused"
    return DemoAnswer(question, is_refused, [] if is_refused else [dict(row) for row in turn.sentences])


async def done(question: str, token: str | None = None) -> "TurnDone":
    """The end of the turn. Raises RuntimeError when there is none."""
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import stream_turn_events
    from apps.chat.models import Channel
    from apps.chat.turn_state.turn_events import TurnDone

    ask = AskedQuestion(question, token=token, channel=Channel.COMMAND, collections=["demo"])
    async with aclosing(stream_turn_events(ask)) as events:
        async for event in events:
            if isinstance(event, TurnDone):
                return event
    raise RuntimeError(f"No answer to '{question}'.")


def figures_of(answers: list[DemoAnswer]) -> dict[str, Any]:
    levels = Counter(sentence["level"] for answer in answers for sentence in answer.sentences)
    whole = sum(levels.values())
    return {
        "questions": len(answers),
        "refused": sum(answer.is_refused for answer in answers if answer.question.is_answerable),
        "answered_without_source": sum(
            not answer.is_refused for answer in answers if not answer.question.is_answerable
        ),
        "sentences": whole,
        "proved": round(sum(levels[level] for level in PROVED) / whole, 3) if whole else 0.0,
        "levels": dict(sorted(levels.items())),
    }


if __name__ == "__main__":
    main()
