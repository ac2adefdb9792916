"""How well messages with a fixed answer are told from questions: misses of crises, false alarms, time.

    python benchmarks/fixed_answers.py SHARED_DATA [--misses]

The messages of fixed_answer_messages/ were written before the triggers, by the same author; `sealed.tsv` was first read
after its first measurement. Misspelled ones are made from them by a seed: one letter changed in a word of five or more.
SHARED_DATA: a folder with *question*.jsonl files, each line with `question`; all of them are to be searched for.
"""

import argparse
import csv
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from apps.chat.fixed_answers.message_words import message_words  # noqa: E402 - the project is not installed
from apps.chat.fixed_answers.shipped_answers import shipped_answers  # noqa: E402

MESSAGES = Path(__file__).parent / "fixed_answer_messages"
URGENT = {"suicide", "violence", "emergency", "poison"}
SEED = 7
SHORTEST_MISSPELLED = 5


def kind_of(message: str) -> str:
    words = message_words(message, 600)
    return next((one.name for one in shipped_answers() if words and one.language_met(words, "de")), "search")


def is_right(expected: str, found: str) -> bool:
    """Any card with emergency numbers helps in a crisis; everything else must be the very kind."""
    return found in URGENT if expected in URGENT else found == expected


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


def measure(name: str, rows: list[tuple[str, str]], *, show: bool) -> None:
    asked, missed, other = Counter[str](), Counter[str](), Counter[str]()
    for expected, message in rows:
        found = kind_of(message)
        asked[expected] += 1
        missed[expected] += not is_right(expected, found)
        other[expected] += is_right(expected, found) and found != expected
        if show and not is_right(expected, found):
            print(f"  {expected} -> {found}: {message}")
    for kind, count in asked.items():
        print(f"{name:18} {kind:10} {count:4} messages, {missed[kind]} wrong, {other[kind]} with another urgent card")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--misses", action="store_true", help="print the messages that go wrong")
    options = parser.parse_args()
    chance = random.Random(SEED)  # noqa: S311 - the same misspellings each time
    for name in ("open", "sealed"):
        rows = messages(name)
        measure(name, rows, show=options.misses)
        to_misspell = [row for row in rows if row[0] in URGENT]
        measure(
            f"{name}, misspelled", [(kind, misspelled(text, chance)) for kind, text in to_misspell], show=options.misses
        )
    begun = time.perf_counter()
    found = [(question, kind_of(question)) for question in questions(options.shared)]
    alarms = [each for each in found if each[1] != "search"]
    seconds = time.perf_counter() - begun
    print(f"{len(found)} questions, {len(alarms)} false alarms ({len(alarms) / len(found):.2%}), ", end="")
    print(f"{seconds / len(found) * 1_000:.2f} ms each")
    if options.misses:
        for question, kind in alarms:
            print(f"  {kind}: {question[:150]}")


if __name__ == "__main__":
    main()
