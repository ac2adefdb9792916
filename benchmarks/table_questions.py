"""Questions for totals, largest values, differences and shares: worked out rightly, refused, or answered wrongly.

    python benchmarks/table_questions.py [--data DIR] [--set open|sealed|all] [--answers] [--keep] [--json]

The results in table_questions/ were worked out by hand from the documents, before the code was written; `sealed.tsv`
was first asked when the code was done: 41 of 60 right, 8 wrong, one of them a wrong result of the tables, five extracts
of documents, two emergency cards. `expected`: what the first sentence of the answer and its cells must say,
joined by " & ", the last part being the result; "|" separates results that are equally right, "-" is a refusal.
A question is right when its result is named, and also when it is refused because nothing answers it; a fixed answer,
such as the card of emergencies, is counted as `card`.
Collections: the demo's documents, and laws and rules of de-admin-pdf with tables of figures.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from decimal import Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.question_sets import QuestionSets, run  # noqa: E402 - importable once the folder is on the path

OFFICIAL = (
    "amtssc-FeuerwKostErsV_BW", "amtssc-TRBOS_Relaisfunkst_10_94", "amtssc-fwdv7_atemschutz", "amtssc-ErsthelfV_BW",
)  # fmt: skip
MARKER = re.compile(r"\s*\[\d+\]")
NUMBER = re.compile(r"[–-]?\d+(?:\.\d{3})*(?:,\d+)?")


def main() -> None:
    run(
        QuestionSets(
            database="auskunft_benchmark_table_questions",
            folder=Path(__file__).parent / "table_questions",
            names=("open", "sealed"),
            load=load,
            result_of=result_of,
            is_odd=lambda row: row["outcome"] != "right",
            summary=summary,
        ),
        __doc__,
    )


def summary(results: Mapping[str, Sequence[dict[str, Any]]]) -> dict[str, Any]:
    rows = [row for rows in results.values() for row in rows]
    return {**figures_of(rows), **{name: figures_of(rows) for name, rows in results.items()}}


def load(data: Path) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    import_paths([ROOT / "examples" / "documents"], "demo")
    import_paths([data / "de-admin-pdf" / f"{name}.pdf" for name in OFFICIAL], "official")


def result_of(row: dict[str, str]) -> dict[str, Any]:
    state, text, sentences = asyncio.run(asked(row["question"], row["collection"]))
    is_proved = bool(sentences) and all(one["level"] == "verbatim" for one in sentences)
    return {**row, "state": state, "text": text, "outcome": outcome(row, state, text), "is_proved": is_proved}


async def asked(question: str, collection: str) -> tuple[str, str, Sequence[dict[str, Any]]]:
    """The state of the turn, its text, and the levels of its sentences."""
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import stream_turn_events, turn_context
    from apps.chat.models import Channel
    from apps.chat.turn_state.turn_events import TurnDone

    ask = AskedQuestion(question, channel=Channel.COMMAND, collections=[collection])
    async with turn_context(), aclosing(stream_turn_events(ask)) as events:
        async for event in events:
            if isinstance(event, TurnDone):
                return "card" if event.fixed else str(event.state), event.answer, list(event.sentences)
    raise RuntimeError(f"No answer to '{question}'.")


def outcome(row: dict[str, str], state: str, text: str) -> str:
    """A refusal where there is a result is neither right nor wrong."""
    expected = row["expected"].split("|")
    if state == "card":
        return "card"
    if state == "refused":
        return "right" if expected == ["-"] else "refused"
    return "right" if any(says(MARKER.sub("", text), one) for one in expected if one != "-") else "wrong"


def says(text: str, expected: str) -> bool:
    """The result must be the first sentence's; what it belongs to may stand with its cells."""
    *names, result = (part.strip() for part in expected.split("&"))
    first = re.split(r"[:\n](?:\s|$)", text, maxsplit=1)[0]
    # The sentences of documents that are quoted in place of a result say everything in one.
    numbers = {value(found) for found in NUMBER.findall(first)} | {
        value(n) for n in NUMBER.findall(text.split("\n")[0])
    }
    return Decimal(result) in numbers and all(name in text for name in names)


def value(text: str) -> Decimal:
    return Decimal(text.replace(".", "").replace(",", ".").replace("–", "-"))


def figures_of(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    counted = Counter(row["outcome"] for row in rows)
    return {
        "questions": len(rows),
        **{name: counted[name] for name in ("right", "refused", "wrong", "card")},
        "right_share": round(counted["right"] / len(rows), 3),
        "right_and_proved": sum(row["outcome"] == "right" and row["is_proved"] for row in rows),
    }


if __name__ == "__main__":
    main()
