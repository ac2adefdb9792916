"""Which questions are refused: those that a collection answers, and those of other collections.

    python benchmarks/refusals.py [--data DIR] [--questions 60] [--spelling] [--keep] [--json]

Each question is asked as on the page, of one collection, once the built-in model of meaning has embedded everything;
with `--spelling` search compares the spelling, as where that model is not installed. `offline`: by the built-in model.
`scripted`: by a model that answers everything, with a quote of its first source when that is of the right document and
with an invented one otherwise; what cannot be proved must not become an answer. `every_pair`: the built-in model, asked
the questions of each folder of every collection, and questions in other words (reworded_questions.tsv) of the one that
answers them. The rules were fitted on the collections of TUNED_ON, the bounds of nearness by meaning on others of these
(nearness.py): "held out" are those that the rules were not fitted on, and only the Japanese one is new to both.
`of_one_language`: the built-in model, asked Japanese questions of collections of one Japanese article each.
`in_languages`: the built-in model, asked in ten other languages of the interface (questions_in_languages.tsv, and XQuAD
where it has the language) of the demo, which answers some of the former, and of other German collections.
Of the larger collections only documents that are asked about are loaded, so that embedding them takes minutes. Vectors
are kept on disk for the next run (kept_vectors.py), and sentences are compared for as long as that takes: what a busy
machine leaves out within the two seconds of readers is refused in one run and shown as a place in the next. What each
set of questions gave is told as it comes.
"""

import argparse
import asyncio
import csv
import gzip
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import kept_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.kept_vectors import kept_vectors  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
COLLECTIONS: dict[str, tuple[Any, Any]] = {
    "demo": (ROOT / "examples" / "documents", ROOT / "examples" / "questions.jsonl"),
    "parliament": ("de-parliament-qa/documents_small.jsonl", "de-parliament-qa/verbatim_questions.jsonl"),
    "faq": ("de-gov-faq/documents.jsonl", "de-gov-faq/verbatim_questions.jsonl"),
    "encyclopedia": ("de-xquad/documents.jsonl", "de-xquad/questions.jsonl"),
    "japanese": ("ja-qa/documents.jsonl", "ja-qa/questions.jsonl"),
}
MORE_COLLECTIONS: dict[str, tuple[Any, Any]] = {
    "children": ("de-klexikon/documents.jsonl.gz", "de-klexikon/verbatim_questions.jsonl"),
    "municipal": ("de-municipal-md/BBO_*.md", None),
}
REWORDED = Path(__file__).parent / "reworded_questions.tsv"
IN_LANGUAGES = Path(__file__).parent / "questions_in_languages.tsv"
ASKED_IN_LANGUAGES = ("demo", "faq", "municipal")
TUNED_ON = ("parliament", "children", "municipal")
TOWNS = {"demo", "municipal"}
"""They answer each other's questions: a dog tax, a library, a graveyard."""
ASKED_OF = ("demo", "parliament")
VERBATIM = ("parliament", "faq")
FEWER = {"parliament", "children"}
"""Of these collections only the documents that are asked about are loaded: embedding all takes an hour."""
COMPARED_SECONDS = 30.0
SOURCE = re.compile(r"<quelle ([^>]*)>\n(.*?)\n</quelle>", re.DOTALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, default=60, help="of each set")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--spelling", action="store_true", help="without the model of meaning")
    parser.add_argument("--keep", action="store_true", help="keep the documents and their vectors for the next run")
    options = parser.parse_args()
    os.environ["MEANING"] = str(not options.spelling)
    name = "auskunft_benchmark_refusals" + ("_spelling" if options.spelling else "")
    with kept_database(name, keep=options.keep) as was_kept, kept_vectors():
        if not was_kept:
            load(options.data, COLLECTIONS | MORE_COLLECTIONS, options.questions)
        embed_everything()
        figures = measured(options.data, options.questions)
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2))


def measured(data: Path, count: int) -> dict[str, Any]:
    asked = read(data, COLLECTIONS, ids_by_collection(), count)
    figures = {"offline": refused(asked, None), "scripted": refused(asked, Scripted(titles()))}
    figures["in_languages"] = in_languages(data, count)
    asked |= read(data, MORE_COLLECTIONS, ids_by_collection(), count)
    figures["every_pair"] = every_pair(asked, reworded())
    figures["of_one_language"] = of_one_language(data, count)
    return figures


def embed_everything() -> None:
    """By the model of meaning, where it is switched on. Takes it 0.35 processor seconds for 800 characters."""
    from apps.documents.vectors.fill_missing import fill_vectors_to_the_end

    fill_vectors_to_the_end()


def load(data: Path, collections: Mapping[str, tuple[Any, Any]], count: int) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as folder:
        for name, (documents, asked) in collections.items():
            paths = sorted(data.glob(str(documents))) if "*" in str(documents) else [data / documents]
            if name in FEWER:
                said = " ".join(one["question"] for one in reworded().get(name, ()))
                paths = [fewer(paths[0], data / asked, count, said, Path(folder))]
            import_paths(paths, name)


def fewer(path: Path, asked: Path, count: int, said: str, folder: Path) -> Path:
    """The documents of a sample of the questions, and those whose title begins a word that is `said`."""
    lines = text_of(path).splitlines()
    known = {str(json.loads(line)["id"]) for line in lines}
    wanted = {one["document_id"] for one in questions(asked, known, count)}
    kept = [line for line in lines if (one := json.loads(line))["id"] in wanted or begins_a_word(one["title"], said)]
    copy = folder / path.name.removesuffix(".gz")
    copy.write_text("\n".join(kept), encoding="utf-8")
    return copy


def text_of(path: Path) -> str:
    packed = path.read_bytes()
    return (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode()


def begins_a_word(title: str, said: str) -> bool:
    first = re.split(r"\W", title)[0]
    return bool(said) and bool(re.search(rf"\b{first[: max(4, len(first) - 2)]}", said))


def ids_by_collection() -> dict[str, set[str]]:
    from apps.documents.models import Document

    found: dict[str, set[str]] = {}
    for slug, external_id in Document.objects.values_list("collection__slug", "external_id"):
        found.setdefault(slug, set()).add(external_id)
    return found


def read(
    data: Path, collections: Mapping[str, tuple[Any, Any]], ids: Mapping[str, set[str]], count: int
) -> dict[str, list[dict[str, Any]]]:
    return {name: questions(data / source, ids[name], count) for name, (_, source) in collections.items() if source}


def reworded() -> dict[str, list[dict[str, Any]]]:
    """Questions that a collection answers, in other words than its own, by collection."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in REWORDED.read_text(encoding="utf-8").splitlines():
        name, question = line.split("\t")
        found.setdefault(name, []).append({"question": question, "document_id": "some"})
    return found


def titles() -> dict[str, str]:
    from apps.documents.models import Document

    return dict(Document.objects.values_list("external_id", "title"))


def questions(path: Path, known: set[str], count: int) -> list[dict[str, Any]]:
    """A sample of those whose document is there, and all that no document answers."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    answerable = [record for record in records if record.get("document_id") in known]
    sample = random.Random(5).sample(answerable, min(count, len(answerable)))  # noqa: S311 - the same each time
    return sample + [record for record in records if record.get("document_id") is None]


def refused(asked: dict[str, list[dict[str, Any]]], model: Any) -> dict[str, Any]:
    """Shares of refused questions: of those that are answered by their collection, and of all others."""
    answerable: dict[str, float] = {}
    foreign: dict[str, float] = {}
    for name in dict.fromkeys((*ASKED_OF, *VERBATIM, "encyclopedia")):
        answerable[name] = share(asked_of(name, own(asked[name]), model))
    for name in ASKED_OF:
        for other, records in asked.items():
            strangers = [one for one in records if other != name or one["document_id"] is None]
            if strangers:
                foreign[f"{other} of {name}"] = share(asked_of(name, strangers, model))
    return {
        "answerable_refused": answerable,
        "answerable_refused_verbatim": round(sum(answerable[name] for name in VERBATIM) / len(VERBATIM), 3),
        "foreign_refused": foreign,
        "foreign_refused_mean": round(sum(foreign.values()) / len(foreign), 3),
    }


def every_pair(asked: Mapping[str, Any], others_words: Mapping[str, Any]) -> dict[str, Any]:
    """Shares of refused questions by the built-in model, also of collections its rules were not fitted on."""
    collections = [*COLLECTIONS, *MORE_COLLECTIONS]
    foreign = {
        f"{other} of {name}": share(asked_of(name, records, None))
        for name in collections
        for other, records in asked.items()
        if other != name and {other, name} != TOWNS
    }
    in_other_words = {name: share(asked_of(name, records, None)) for name, records in others_words.items()}
    held_out = {pair: value for pair, value in foreign.items() if pair.rsplit(" ", 1)[1] not in TUNED_ON}
    return {
        "answerable_refused": {name: share(asked_of(name, own(records), None)) for name, records in asked.items()},
        "reworded_refused": in_other_words,
        "reworded_refused_mean": round(sum(in_other_words.values()) / len(in_other_words), 3),
        "foreign_refused": foreign,
        "foreign_refused_mean": round(sum(foreign.values()) / len(foreign), 3),
        "foreign_refused_mean_held_out": round(sum(held_out.values()) / len(held_out), 3),
    }


def in_languages(data: Path, count: int) -> dict[str, Any]:
    """By language: shares of refused questions of the demo, and of others; of these the lowest of all languages."""
    with IN_LANGUAGES.open(encoding="utf-8", newline="") as file:
        rows = [(row["language"], row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    found: dict[str, Any] = {}
    for code in dict.fromkeys(code for code, _ in rows):
        written = [row for language, row in rows if language == code]
        foreign = [row for row in written if not row["document"]] + translated(data, code, count)
        by_collection = {name: share(asked_of(name, foreign, None)) for name in ASKED_IN_LANGUAGES}
        found[code] = {
            "demo_refused": share(asked_of("demo", [row for row in written if row["document"]], None)),
            "foreign_refused": round(sum(by_collection.values()) / len(by_collection), 3),
            "foreign_questions": len(foreign),
        }
    return {"languages": found, "lowest_foreign_refused": min(one["foreign_refused"] for one in found.values())}


def translated(data: Path, code: str, count: int) -> list[dict[str, Any]]:
    """Questions of XQuAD in that language, none where it has none."""
    path = data / "xquad-languages" / f"questions.{code}.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return random.Random(5).sample(records, min(count, len(records)))  # noqa: S311 - the same each time


def of_one_language(data: Path, count: int) -> dict[str, float]:
    """Shares of refused questions by the built-in model: of those about the article that it has, and about others."""
    documents, asked = (data / path for path in COLLECTIONS["japanese"])
    articles: dict[str, list[str]] = {}
    for line in documents.read_text(encoding="utf-8").splitlines():
        articles.setdefault(json.loads(line)["title"], []).append(line)
    collections = {f"article-{number}": (f"{number}.jsonl", None) for number in range(len(articles))}
    with tempfile.TemporaryDirectory() as folder:
        for (file, _), lines in zip(collections.values(), articles.values(), strict=True):
            (Path(folder) / file).write_text("\n".join(lines), encoding="utf-8")
        load(Path(folder), collections, count)
    embed_everything()
    ids = {name: known for name, known in ids_by_collection().items() if name in collections}
    everything = set[str]().union(*ids.values())
    answerable, foreign = list[str](), list[str]()
    for name, known in ids.items():
        answerable += asked_of(name, questions(asked, known, count), None)
        foreign += asked_of(name, questions(asked, everything - known, count), None)
    return {"answerable_refused": share(answerable), "foreign_refused": share(foreign)}


def own(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in records if one["document_id"]]


def share(states: Sequence[str]) -> float:
    return round(states.count("refused") / len(states), 3)


KNOWN: dict[tuple[str, str], str] = {}
"""What became of a question to a collection without a model: several figures ask for the same."""


def asked_of(collection: str, records: Sequence[dict[str, Any]], model: Any) -> list[str]:
    if model is not None:
        found = asyncio.run(states(collection, records, model))
    else:
        new = {one["question"]: one for one in records if (collection, one["question"]) not in KNOWN}
        made = asyncio.run(states(collection, list(new.values()), None))
        KNOWN.update({(collection, question): state for question, state in zip(new, made, strict=True)})
        found = [KNOWN[collection, one["question"]] for one in records]
    print(f"{collection}: {found.count('refused')} of {len(found)} refused", file=sys.stderr, flush=True)
    return found


async def states(collection: str, records: Sequence[dict[str, Any]], model: Any) -> list[str]:
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import stream_turn_events, turn_context
    from apps.chat.models import Channel
    from apps.chat.nearest_passages import similar_sentences
    from apps.chat.turn_state.turn_events import TurnDone

    similar_sentences.MOST_SECONDS = COMPARED_SECONDS
    found = []
    for record in records:
        if model is not None:
            model.right = record.get("document_id")
        ask = AskedQuestion(record["question"], channel=Channel.COMMAND, collections=[collection])
        async with turn_context(), aclosing(stream_turn_events(ask, model=model)) as events:
            async for event in events:
                if isinstance(event, TurnDone):
                    found.append(event.state)
                    assert event.state != "refused" or not event.citations, "A refusal has no evidence."
    return found


class Scripted:
    """Answers everything; `right` is the document that would answer, if any does."""

    name = "scripted"
    context_window = 100_000
    right: str | None = None

    def __init__(self, titles: dict[str, str]) -> None:
        self.titles = titles

    async def complete(self, messages: Sequence[Any], **_options: Any) -> Any:
        from apps.llm.types import Completion

        return Completion(self.reply(messages[-1].text), self.name)

    async def stream(self, messages: Sequence[Any], **_options: Any) -> AsyncIterator[Any]:
        completion = await self.complete(messages)
        yield completion.text
        yield completion

    def reply(self, prompt: str) -> str:
        from apps.llm.prompts.delimit_quoted_text import escape_attribute

        title = self.titles.get(self.right or "")
        for number, (head, text) in enumerate(SOURCE.findall(prompt), start=1):
            if title and f'titel="{escape_attribute(title)}"' in head:
                words = " ".join(text.split()[:12])
                return f'{words} [{number}].\n\nBELEGE\n[{number}] "{words}"'
        return (
            'Das ist seit 1987 so geregelt [1].\n\nBELEGE\n[1] "Die Regelung gilt seit dem Jahr 1987 unverändert fort."'
        )


if __name__ == "__main__":
    main()
