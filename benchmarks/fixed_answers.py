"""How well messages with a fixed answer are told from questions: misses of crises, false alarms, time.

    python benchmarks/fixed_answers.py [--data DIR] [--misses] [--json]

The triggers have grown with the messages of `open.tsv` and `sealed.tsv` in fixed_answer_messages/, so that their
figures say no more than that nothing got lost. Misspelled ones are made from them by a seed: one letter changed in a
word of five or more. `strangers.tsv` was written by somebody who knew neither triggers nor these messages; half of it
was read afterwards, the classifier is not fitted on it (crisis_weights.py), and no trigger was made for its crises. Its
messages to be searched for speak of death, fire, poison or violence; those of small talk are counted apart.
`closed.tsv` was written after the classifier by somebody else, with situations that others do not think of first;
nobody has read it, the bounds of the classifier were chosen by its counts, too. `everyday.tsv` are messages of people
in no need at all, in eleven languages, half of what somebody wrote who knew none of this: the classifier has learned
from the other half, in which some subjects stand in another language; nobody has read this one, but the bound for a
card beside an answer was chosen by its counts, too. A card beside the answer counts as one.
The questions of the demo, of every *question*.jsonl below --data and of offline_questions/ are all to be searched for;
of the shared ones those of the half that the classifier does not know.
"""

import argparse
import csv
import hashlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.database import set_up  # noqa: E402 - the project is not installed
from benchmarks.question_sets import questions as rows_of  # noqa: E402

WRITTEN_WITH = ("open", "sealed")
"""The triggers and these messages by the same author."""
MESSAGES = Path(__file__).parent / "fixed_answer_messages"
CITIZENS = Path(__file__).parent / "offline_questions"
TALK = ("greeting", "thanks", "who")
URGENT = {"suicide", "violence", "emergency", "poison"}
SEED = 7
OTHER_SEEDS = range(101, 111)
"""Spellings at which nobody has looked; only how many of them are missed is known."""
SHORTEST_MISSPELLED = 5


class Found(NamedTuple):
    """`kind` of the card, "search" for none; `is_beside` the answer and not in its place."""

    kind: str
    is_beside: bool = False


def found_for(message: str) -> Found:
    from apps.chat.fixed_answers.crisis_classifier.classify_message import classify_message
    from apps.chat.fixed_answers.find_fixed_answer import find_fixed_answer

    reply = find_fixed_answer(message, "de", (), classify_message(message))
    return Found(reply.name, reply.is_beside_answer) if reply else Found("search")


def is_right(expected: str, found: Found) -> bool:
    """Any card with emergency numbers helps in a crisis, and one beside an answer harms nobody; everything else must be
    the very kind."""
    if expected in URGENT:
        return found.kind in URGENT or found.is_beside
    return found.is_beside if expected == "search" != found.kind else found.kind == expected


def messages(name: str) -> list[tuple[str, str]]:
    with (MESSAGES / f"{name}.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["kind"], row["message"]) for row in rows]


def misspelled(message: str, chance: random.Random) -> str:
    """One letter dropped, doubled or exchanged with the next one, in one long word; not the first letter."""
    words = message.split(" ")
    places = [place for place, word in enumerate(words) if len(word) >= SHORTEST_MISSPELLED]
    if not places:
        return message
    place = chance.choice(places)
    word = words[place]
    at = chance.randrange(1, len(word) - 1)
    changed = (word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:])
    words[place] = chance.choice([*changed, word[:at] + word[at + 1] + word[at] + word[at + 2 :]])
    return " ".join(words)


def questions(folder: Path) -> Iterator[str]:
    for path in [*sorted(folder.glob("*/*quer*.jsonl")), *sorted(folder.glob("*/*question*.jsonl"))]:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row.get("question") or row["query"]
    for line in (ROOT / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)["question"]


def is_training(question: str) -> bool:
    """Of one half of the shared questions, by their hash; crisis_weights.py fits the classifier on them, too."""
    return hashlib.sha256(question.encode()).digest()[0] % 2 == 0


def measure(rows: list[tuple[str, str]], *, show: bool) -> dict[str, dict[str, int]]:
    """By kind: how many messages, how many went wrong, got another urgent card, or one beside the answer."""
    asked, missed, other, beside = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for expected, message in rows:
        found = found_for(message)
        asked[expected] += 1
        missed[expected] += not is_right(expected, found)
        other[expected] += expected in URGENT and is_right(expected, found) and found.kind != expected
        beside[expected] += found.is_beside
        if show and not is_right(expected, found):
            print(f"  {expected} -> {found.kind}: {message}", file=sys.stderr)
    return {
        kind: {"messages": count, "wrong": missed[kind], "another_urgent_card": other[kind], "beside": beside[kind]}
        for kind, count in asked.items()
    }


def false_alarms(folder: Path, *, show: bool) -> dict[str, float]:
    of_citizens = {row["question"] for path in CITIZENS.glob("*.tsv") for row in rows_of(path)}
    asked = sorted({question for question in questions(folder) if not is_training(question)} | of_citizens)
    begun = time.perf_counter()
    found = [(question, found_for(question)) for question in asked]
    seconds = time.perf_counter() - begun
    alarms = [each for each in found if not is_right("search", each[1])]
    for question, card in alarms if show else []:
        print(f"  {card.kind}: {question[:150]}", file=sys.stderr)
    return {
        "questions": len(asked),
        "alarms": len(alarms),
        "share": round(len(alarms) / len(found), 5),
        "beside_share": round(sum(card.is_beside for _, card in found) / len(found), 5),
        "ms_each": round(seconds / len(found) * 1_000, 2),
    }


def missed_by_other_seeds(rows: list[tuple[str, str]]) -> float:
    """The share of crises missed in ten more misspellings of each."""
    tried = [(kind, misspelled(text, random.Random(seed))) for seed in OTHER_SEEDS for kind, text in rows]  # noqa: S311
    return round(sum(not is_right(kind, found_for(text)) for kind, text in tried) / len(tried), 5)


def of_strangers(rows: list[tuple[str, str]], *, show: bool) -> dict[str, Any]:
    """What got no card in a crisis, a card without need in place of its answer or beside it, and a fitting one for
    small talk, where there is some."""
    kinds = measure(rows, show=show)
    harmless, talk = kinds.pop("search"), [kinds.pop(kind) for kind in TALK if kind in kinds]
    return {
        "crises": sum(one["messages"] for one in kinds.values()),
        "missed": sum(one["wrong"] for one in kinds.values()),
        "missed_share": share_wrong(kinds.values()),
        "beside": sum(one["beside"] for one in kinds.values()),
        "another_urgent_card": sum(one["another_urgent_card"] for one in kinds.values()),
        "harmless": harmless["messages"],
        "alarms_share": share_wrong([harmless]),
        "beside_share": round(harmless["beside"] / harmless["messages"], 4),
        **({"small_talk_share": round(1 - share_wrong(talk), 3)} if talk else {}),
        "by_kind": kinds,
    }


def cards_without_need(rows: list[tuple[str, str]]) -> dict[str, Any]:
    """Shares of messages that speak of no need: with an urgent card in place of the answer, and a card beside it."""
    found = [found_for(message) for _, message in rows]
    in_place = sum(one.kind in URGENT and not one.is_beside for one in found)
    beside = sum(one.is_beside for one in found)
    return {
        "messages": len(rows),
        "alarms_share": round(in_place / len(rows), 4),
        "beside_share": round(beside / len(rows), 4),
    }


def share_wrong(counts: Iterable[Mapping[str, int]]) -> float:
    found = list(counts)
    return round(sum(one["wrong"] for one in found) / sum(one["messages"] for one in found), 4)


def missed_crises(figures: dict[str, dict[str, dict[str, int]]]) -> int:
    return sum(one["wrong"] for rows in figures.values() for kind, one in rows.items() if kind in URGENT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--misses", action="store_true", help="print the messages that go wrong")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    set_up()
    chance = random.Random(SEED)  # noqa: S311 - the same misspellings each time
    written, altered = {}, {}
    for name in WRITTEN_WITH:
        rows = messages(name)
        written[name] = measure(rows, show=options.misses)
        urgent = [(kind, misspelled(text, chance)) for kind, text in rows if kind in URGENT]
        altered[name] = measure(urgent, show=options.misses)
    figures = {
        "missed_crises": missed_crises(written),
        "missed_crises_misspelled": missed_crises(altered),
        "missed_by_other_seeds": missed_by_other_seeds(
            [row for name in WRITTEN_WITH for row in messages(name) if row[0] in URGENT]
        ),
        "as_written": written,
        "misspelled": altered,
        "strangers": of_strangers(messages("strangers"), show=options.misses),
        "closed": of_strangers(messages("closed"), show=False),
        "everyday": cards_without_need(messages("everyday")),
        "false_alarms": false_alarms(options.data, show=options.misses),
    }
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
