"""How much of what the demo answers is called proved: the shipped questions, asked of the demo collection.

    python benchmarks/demo_answers.py [--answers] [--keep] [--json]

Every question of examples/questions.jsonl and examples/collection.json is asked as on the page, without a connected
model. `proved` is the share of sentences that are verbatim or checked, of all sentences of answers that were not
refused; `--answers` prints the sentences that are neither, with their level and the differences that no rule explains.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from contextlib import aclosing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import kept_database  # noqa: E402 - importable once the folder is on the path

EXAMPLES = ROOT / "examples"
PROVED = frozenset({"verbatim", "checked"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", action="store_true", help="print every sentence that is not proved")
    parser.add_argument("--keep", action="store_true", help="keep the database for the next run")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with kept_database("auskunft_benchmark_demo_answers", keep=options.keep) as was_kept:
        if not was_kept:
            load()
        answers = [asyncio.run(asked(question)) for question in questions()]
        tell(answers, options)  # Before the database is left: nothing that goes wrong there takes the figures along.


def tell(answers: list[tuple[str, list[dict[str, Any]]]], options: argparse.Namespace) -> None:
    if options.answers:
        for sentence in (sentence for _, found in answers for sentence in found if sentence["level"] not in PROVED):
            print(json.dumps(sentence, ensure_ascii=False))
    figures = figures_of(answers)
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2), flush=True)


def questions() -> list[str]:
    """Each once: those with a labelled answer, then those that the page offers."""
    rows = (EXAMPLES / "questions.jsonl").read_text("utf-8").splitlines()
    offered = json.loads((EXAMPLES / "collection.json").read_text("utf-8"))
    found = [json.loads(row)["question"] for row in rows if row.strip()]
    return list(dict.fromkeys([*found, *(text for value in offered.values() for text in questions_in(value))]))


def questions_in(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str) and text.endswith("?")] if isinstance(value, list) else []


def load() -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    import_paths([EXAMPLES / "documents"], "demo")


async def asked(question: str) -> tuple[str, list[dict[str, Any]]]:
    """The state of the turn and its sentences that say something; those of a refusal say nothing of the documents."""
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import answer, turn_context
    from apps.chat.answering.turn_events import TurnDone
    from apps.chat.models import Channel

    ask = AskedQuestion(question, channel=Channel.COMMAND, collections=["demo"])
    async with turn_context(), aclosing(answer(ask)) as events:
        async for event in events:
            if isinstance(event, TurnDone):
                return str(event.state), [] if event.state == "refused" else [dict(row) for row in event.sentences]
    raise RuntimeError(f"No answer to '{question}'.")


def figures_of(answers: list[tuple[str, list[dict[str, Any]]]]) -> dict[str, Any]:
    levels = Counter(sentence["level"] for _, found in answers for sentence in found)
    whole = sum(levels.values())
    return {
        "questions": len(answers),
        "refused": sum(state == "refused" for state, _ in answers),
        "sentences": whole,
        "proved": round(sum(levels[level] for level in PROVED) / whole, 3) if whole else 0.0,
        "levels": dict(sorted(levels.items())),
    }


if __name__ == "__main__":
    main()
