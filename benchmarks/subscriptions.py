"""Word when an answer changes: 5,000 subscriptions over 500 documents, one document changed at a time.

    python benchmarks/subscriptions.py [--data DIR] [--documents 500] [--subscribers 10] [--rounds 15] [--json]

Each document of the corpus has a question that was really asked; each is answered once by the built-in model, and
`--subscribers` people subscribe to each answer. A round imports one document anew, in turn with another amount in a
sentence that proves an answer, without such a sentence, and with one more that concerns nobody. Then the worker's look
is called until nothing is left to do. Who has to be told is found without the code that is measured: those with a quote
that stands, word for word, in no text of its document any more.
"""

import argparse
import asyncio
import gzip
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATA = ROOT.parent / "shared" / "data"
NOTHING = "Hierzu liegen derzeit keine Angaben vor."
ELSEWHERE = "Das Freibad am Stadtrand öffnet bei gutem Wetter schon um sieben Uhr."
MOST_LOOKS = 30


@dataclass
class Watching:
    """Counts of all rounds. `asked_share` is the largest of a round, of all different questions."""

    subscriptions: int = 0
    questions: int = 0
    rounds: int = 0
    to_be_told: int = 0
    told: int = 0
    told_wrongly: int = 0
    not_told: int = 0
    asked_share: float = 0.0
    asked: list[int] = field(default_factory=list)
    seconds_to_tell: list[float] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--subscribers", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    os.environ["MEANING"] = "False"
    with own_database("auskunft_benchmark_subscriptions"):
        records = read(options.data / "de-parliament-qa", options.documents)
        bring_in(list(records.values()))
        subscribe_all(records, options.subscribers)
        figures = vars(measure(records, options.rounds))
    print(json.dumps(figures, ensure_ascii=False) if options.json else figures)


def read(folder: Path, count: int) -> dict[str, dict[str, Any]]:
    """Records by id, only those with a question of their own."""
    found: dict[str, dict[str, Any]] = {}
    asked: set[str] = set()
    with gzip.open(folder / "documents.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            question = next(iter(record["questions"]), "")
            if question and len(question) < 1_000 and question not in asked and len(found) < count:
                asked.add(question)
                found[record["id"]] = record
    return found


def bring_in(records: list[dict[str, Any]]) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "documents.jsonl"
        path.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in records), encoding="utf-8")
        import_paths([path], "qa")


def subscribe_all(records: dict[str, dict[str, Any]], count: int) -> None:
    """`count` people have asked each question, and got the same answer."""
    from apps.chat.models import SubscriptionWay, Turn
    from apps.chat.subscriptions.start_and_end_subscription import NotSubscribedError, subscribe

    for record in records.values():
        turn = Turn.objects.get(pk=asyncio.run(answered(record["questions"][0])))
        for copy in [turn, *copies(turn, count - 1)]:
            try:
                subscribe(copy, SubscriptionWay.FEED, "", None)
            except NotSubscribedError as error:
                print(f"{error}: {record['id']}", file=sys.stderr)


async def answered(question: str) -> str:
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import stream_turn_events, turn_context
    from apps.chat.turn_state.turn_events import TurnDone

    number = ""
    async with turn_context(), aclosing(stream_turn_events(AskedQuestion(question, language="de"))) as events:
        async for event in events:
            number = str(event.turn) if isinstance(event, TurnDone) else number
    return number


def copies(turn: Any, count: int) -> Iterator[Any]:
    """The same answer in conversations of others."""
    from apps.chat.models import Citation, Conversation, Turn

    for _number in range(count):
        other = Turn.objects.get(pk=turn.pk)
        other.pk, other.conversation = uuid4(), Conversation.objects.create(language="de")
        other.save(force_insert=True)
        rows = list(Citation.objects.filter(turn=turn))
        for row in rows:
            row.pk, row.turn = None, other
        Citation.objects.bulk_create(rows)
        yield other


def measure(records: dict[str, dict[str, Any]], rounds: int) -> Watching:
    from apps.chat.models import AnswerChange, Subscription
    from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers

    process_changed_answers()
    found = Watching(Subscription.objects.count(), Subscription.objects.values("question").distinct().count())
    for record in changed(records, rounds):
        expected = losing_a_quote(record)
        before = set(AnswerChange.objects.values_list("pk", flat=True))
        asked_until = dict(Subscription.objects.values_list("pk", "asked_at"))
        bring_in([record])
        began = time.monotonic()
        for _look in range(MOST_LOOKS):
            process_changed_answers()
            if not Subscription.objects.filter(is_due=True).exists():
                break
        again = {
            question
            for pk, question, moment in Subscription.objects.values_list("pk", "question", "asked_at")
            if moment != asked_until[pk]
        }
        told = set(AnswerChange.objects.exclude(pk__in=before).values_list("subscription_id", flat=True))
        found.seconds_to_tell.append(round(time.monotonic() - began, 2))
        found.asked.append(len(again))
        found.rounds += 1
        found.to_be_told += len(expected)
        found.told += len(told)
        found.told_wrongly += len(told - expected)
        found.not_told += len(expected - told)
    found.asked_share = max(found.asked) / found.questions
    return found


def changed(records: dict[str, dict[str, Any]], rounds: int) -> Iterator[dict[str, Any]]:
    """One record after the other, each changed in one sentence, spread over the corpus; each document once."""
    from apps.chat.models import SubscriptionQuote

    quotes = SubscriptionQuote.objects.filter(change=None).values_list("document__external_id", "quote").distinct()
    by_document: dict[str, list[str]] = {}
    for name, quote in quotes.order_by("document__external_id", "quote"):
        by_document.setdefault(name, []).append(quote)
    with_amount = [name for name, held in by_document.items() if any(map(amount, held))]
    others = [name for name in by_document if name not in with_amount]
    each = rounds // 3
    for name in spread(with_amount, each):
        quote = next(quote for quote in by_document[name] if amount(quote))
        yield put(records[name], quote, lambda said: re.sub(r"\d+", lambda digits: str(int(digits[0]) + 7), said))
    for name in spread(others, each):
        yield put(records[name], by_document[name][0], lambda said: NOTHING)
    for name in spread(others[1:], rounds - 2 * each):
        yield {**records[name], "text": f"{records[name]['text']}\n\n{ELSEWHERE}"}


def amount(quote: str) -> bool:
    return bool(re.search(r"\d", quote))


def spread(names: list[str], count: int) -> list[str]:
    return names[:: max(1, len(names) // max(1, count))][:count]


def put(record: dict[str, Any], quote: str, change: Any) -> dict[str, Any]:
    """Raises ValueError where the record does not have the quote word for word."""
    text, count = as_pattern(quote).subn(lambda found: change(found[0]), record["text"])
    if not count:
        raise ValueError(f"'{quote}' is not in {record['id']}.")
    return {**record, "text": text}


def as_pattern(quote: str) -> re.Pattern[str]:
    """The words of the quote with any blanks between them."""
    return re.compile(r"\s+".join(map(re.escape, quote.split())))


def losing_a_quote(record: dict[str, Any]) -> set[int]:
    """Subscriptions with a quote that the new text of the document does not have."""
    from apps.chat.models import SubscriptionQuote

    rows = SubscriptionQuote.objects.filter(change=None, document__external_id=record["id"])
    return {
        pk for pk, quote in rows.values_list("subscription_id", "quote") if not as_pattern(quote).search(record["text"])
    }


if __name__ == "__main__":
    main()
