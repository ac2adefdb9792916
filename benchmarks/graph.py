"""What a graph costs, how it is kept current, and what questions to it take.

    python benchmarks/graph.py [--data DIR] [--full] [--json]

`podcast`: the transcripts of the paper, by noun phrases: tokens of the reports on each level beside reading everything.
`growing`: 500 documents by a model that extracts by rule; then one more, then one less, the calls counted, every table
searched. `killed`: a build killed 20 times. `communities` and `local`: a graph of 20,000 entities and 100,000
relationships. `global`: a question to the podcast graph with a model that takes 300 ms, 16 calls at once.
The default is a fifth of the documents; `--full` takes all of them. Works in a database of its own.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_graph"
DATA = ROOT.parent / "shared" / "data"
ENTITIES, RELATIONS, PLANTED = 20_000, 100_000, 400
KILLS = 20
LATENCY = 0.3
AT_ONCE = 16


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", default="communities,podcast,global,local,growing,killed")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures: dict[str, Any] = {"documents": "all" if options.full else "a fifth"}
    with own_database(DATABASE):
        from tests.fakes.openai_server import FakeOpenAIServer

        server = FakeOpenAIServer()
        server.start()
        parts = {
            "communities": communities,
            "podcast": lambda: podcast(options.data, whole=options.full),
            "global": global_question,
            "local": local_questions,
            "growing": lambda: growing(server, 500 if options.full else 100),
            "killed": lambda: killed(server, 60 if options.full else 30),
        }
        for name in options.only.split(","):
            print(f"{name} …", file=sys.stderr, flush=True)
            figures[name] = parts[name]()
            print(json.dumps(figures[name]), file=sys.stderr, flush=True)
        server.stop()
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def planted() -> tuple[list[str], list[tuple[str, str, float]]]:
    """The graph of the shared comparison of Leiden implementations: planted communities of 50."""
    chance = random.Random(3)  # noqa: S311 - the same graph every time
    size = ENTITIES // PLANTED
    edges: set[tuple[int, int]] = set()
    while len(edges) < RELATIONS:
        one = chance.randrange(ENTITIES)
        near = (one // size) * size + chance.randrange(size)
        other = near if chance.random() < 0.7 else chance.randrange(ENTITIES)
        if one != other:
            edges.add((min(one, other), max(one, other)))
    names = [f"entity {number:05}" for number in range(ENTITIES)]
    return names, [(names[one], names[other], 1.0) for one, other in sorted(edges)]


def communities() -> dict[str, Any]:
    """Against the bare library on the same edges, interleaved."""
    import graspologic_native

    from apps.graph.communities import divide

    names, edges = planted()
    ours, bare = [], []
    for _ in range(3):
        started = time.perf_counter()
        hierarchy = divide(names, edges)
        ours.append(time.perf_counter() - started)
        started = time.perf_counter()
        graspologic_native.hierarchical_leiden(edges, max_cluster_size=10, seed=1)
        bare.append(time.perf_counter() - started)
    covered = {level: sum(len(group.members) for group in hierarchy.level(level)) for level in range(hierarchy.depth)}
    return {
        "seconds": round(min(ours), 2),
        "library_seconds": round(min(bare), 2),
        "entities_on_each_level": covered,
        "levels_that_cover_all_once": sum(number == ENTITIES for number in covered.values()),
        "levels": hierarchy.depth,
    }


def podcast(data: Path, *, whole: bool) -> dict[str, Any]:
    """Imported and built by noun phrases; twice, to compare the communities."""
    from django.db.models import Sum

    from apps.documents.importing import import_paths
    from apps.documents.models import Collection
    from apps.graph.building import Wish, build
    from apps.graph.models import Unit
    from apps.graph.status import index_of, status

    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(data / "graphrag-podcast" / "transcripts.zip") as archive:
            names = sorted(name for name in archive.namelist() if name.endswith(".txt"))
            archive.extractall(folder, names if whole else names[::5])
        import_paths([Path(folder)], "podcast")
    found = Collection.objects.get(slug="podcast")
    started = time.perf_counter()
    first = build(index_of(found), Wish(method="noun-phrases"))
    seconds = time.perf_counter() - started
    again = build(index_of(found), Wish(method="noun-phrases", divides_anew=True))
    everything = Unit.objects.filter(build=again).aggregate(tokens=Sum("tokens"))["tokens"]
    levels = [
        level | {"percent_of_everything": round(100 * level["report_tokens"] / everything, 1)}
        for level in status(found)["levels"]
    ]
    return {
        "seconds": round(seconds, 1),
        "documents": again.documents,
        "pieces": again.chunks,
        "tokens_of_everything": everything,
        "entities": again.entities,
        "relationships": again.relationships,
        "levels": levels,
        "root_percent": levels[0]["percent_of_everything"],
        "deepest_percent": levels[-1]["percent_of_everything"],
        "second_build_differs": int(first.fingerprint != again.fingerprint),
    }


def global_question() -> dict[str, Any]:
    """A whole-collection question on the podcast graph; what is not waiting for the model is ours.

    On the level the product chooses, and on the deepest one, which takes several rounds of calls.
    """
    from apps.graph.models import GraphIndex

    index = GraphIndex.objects.filter(collection__slug="podcast")
    with model_process() as base_url:
        served_by(base_url, AT_ONCE)
        usual = asyncio.run(asked_for_the_whole())
        index.update(search_level=99)
        deepest = asyncio.run(asked_for_the_whole())
        index.update(search_level=None)
    return {**usual, "deepest": deepest}


async def asked_for_the_whole() -> dict[str, Any]:
    from apps.llm.ledger import Ledger
    from apps.retrieval.search import search

    own, seconds = [], []
    for _ in range(8):
        started = time.perf_counter()
        found = await search(
            "What are the main themes?", collections=["podcast"], algorithm="graph-global", ledger=Ledger()
        )
        seconds.append(time.perf_counter() - started)
        batches = next(step.detail["batches"] for step in found.steps if step.name == "map")
        own.append(seconds[-1] - LATENCY * -(-batches // AT_ONCE))
    # The first question opens the connections.
    middle = sorted(range(1, 8), key=seconds.__getitem__)[3]
    return {
        "batches": batches,
        "seconds": round(seconds[middle], 3),
        "own_percent": round(100 * own[middle] / seconds[middle], 1),
        "pages": len(found.passages),
    }


@contextmanager
def model_process() -> Iterator[str]:
    """The address of a model that takes LATENCY, in a process of its own: what it computes is not ours."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_points, args=[theirs], daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def serve_points(pipe: Any) -> None:
    from tests.fakes.openai_server import FakeOpenAIServer

    server = FakeOpenAIServer()
    server.latency = LATENCY
    server.default_reply = json.dumps(
        {"points": [{"description": "Guests speak of machine learning and of computers.", "score": 70}]}
    )
    server.start()
    pipe.send(server.base_url)
    pipe.recv()


def served_by(base_url: str, at_once: int) -> None:
    from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose

    endpoint, _ = Endpoint.objects.update_or_create(
        name="fake", defaults={"base_url": base_url, "max_concurrency": at_once}
    )
    model, _ = ChatModel.objects.get_or_create(endpoint=endpoint, name="fake", defaults={"context_window": 128_000})
    for purpose in (Purpose.EXTRACT, Purpose.REPORT, Purpose.SUMMARISE, Purpose.MAP):
        ModelOrder.objects.get_or_create(purpose=purpose, position=1, defaults={"model": model})


def local_questions() -> dict[str, Any]:
    """graph-local over 20,000 entities and 100,000 relationships, without the embedding of the question."""
    from asgiref.sync import async_to_sync

    from apps.evaluation.hit_rate import percentile
    from apps.llm.ledger import Ledger
    from apps.retrieval.search import search

    build_planted()
    taken = []
    for number in range(60):
        question = f"What is known of entity {number * 331:05}?"
        found = async_to_sync(search)(question, collections=["planted"], algorithm="graph-local", ledger=Ledger())
        taken.append(found.seconds - sum(step.seconds for step in found.steps if step.name == "embed"))
    return {
        "p50_ms": round(1000 * percentile(taken[10:], 50), 1),
        "p95_ms": round(1000 * percentile(taken[10:], 95), 1),
        "passages": len(found.passages),
    }


def build_planted() -> None:
    """The planted graph as a build of its own, each relationship on the page of its first entity."""
    from apps.documents.importing import import_paths
    from apps.documents.models import Collection
    from apps.graph import cooccurrence
    from apps.graph.building import Wish, build
    from apps.graph.records import EntityRecord, Records, RelationRecord
    from apps.graph.status import index_of

    names, edges = planted()
    with tempfile.TemporaryDirectory() as folder:
        lines = [
            {"id": f"p{n}", "title": f"Page {n}", "text": f"Page {n} tells of some things. " * 8} for n in range(400)
        ]
        records = Path(folder) / "pages.jsonl"
        records.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        import_paths([records], "planted")
    size = ENTITIES // PLANTED
    made = [Records() for _ in range(PLANTED)]
    for number, name in enumerate(names):
        made[number // size].entities.append(EntityRecord(name, "thing", f"{name} is a thing."))
    place = {name: number // size for number, name in enumerate(names)}
    for source, target, _ in edges:
        made[place[source]].relations.append(RelationRecord(source, target, f"{source} and {target}.", 5.0))
    usual = cooccurrence.records
    try:
        cooccurrence.records = lambda pieces: made
        build(index_of(Collection.objects.get(slug="planted")), Wish(method="noun-phrases"))
    finally:
        cooccurrence.records = usual


def by_rule(request: Any) -> str:
    """What the model of these measurements replies: names are capitalised words, reports name their first line."""
    from tests.graph.conftest import scripted

    return scripted(request)


def texts(number: int) -> list[dict[str, str]]:
    """Documents of about 2,000 characters that share a vocabulary of invented names."""
    chance = random.Random(11)  # noqa: S311 - the same texts every time
    syllables = [
        "bar",
        "den",
        "fal",
        "gor",
        "hel",
        "kam",
        "lin",
        "mor",
        "nov",
        "pel",
        "rus",
        "sal",
        "tor",
        "ved",
        "win",
    ]
    vocabulary = ["".join(chance.choices(syllables, k=3)).capitalize() for _ in range(number * 4)]
    found = []
    for place in range(number):
        names = chance.sample(vocabulary[max(0, place * 4 - 40) : place * 4 + 12], 8)
        sentences = [
            f"{one} arbeitet seit Jahren mit {other} zusammen und berichtet darüber." for one, other in pairwise(names)
        ]
        found.append({"id": f"doc-{place:04}", "title": f"Bericht {place}", "text": " ".join(sentences * 3)})
    return found


def imported(documents: list[dict[str, str]], slug: str) -> None:
    from apps.documents.importing import import_paths

    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        records.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in documents), encoding="utf-8")
        import_paths([records], slug)


def growing(server: Any, number: int) -> dict[str, Any]:
    """Calls of a full build, of one more document, and what is left of one that was withdrawn."""
    from apps.documents.models import Collection, Document
    from apps.documents.withdrawing import withdraw
    from apps.graph.building import Wish, build
    from apps.graph.estimating import estimate
    from apps.graph.status import index_of

    served_by(server.base_url, AT_ONCE)
    server.default_reply = by_rule
    documents = texts(number + 1)
    imported(documents[:number], "growing")
    found = Collection.objects.get(slug="growing")
    wish = Wish(method="model")
    forecast = estimate(index_of(found), "model")["model_calls"]
    full, all_calls = counted(server, lambda: build(index_of(found), wish))
    imported(documents, "growing")
    grown, more = counted(server, lambda: build(index_of(found), wish))
    gone = Document.objects.get(collection=found, external_id="doc-0003")
    phrases = distinctive(documents, 3)
    withdraw([gone.pk])
    left = {phrase: tables_with(phrase) for phrase in phrases}
    return {
        "documents": number,
        "calls": all_calls,
        "calls_forecast": forecast,
        "forecast_off_percent": round(100 * abs(forecast - all_calls) / all_calls, 1),
        "seconds": round(full.seconds, 1),
        "calls_for_one_more": more,
        "percent_for_one_more": round(100 * more / all_calls, 2),
        "full_build_by_purpose": full.calls,
        "one_more_by_purpose": grown.calls,
        "phrases_searched": len(phrases),
        "places_left_after_withdrawal": sum(map(len, left.values())),
    }


def counted(server: Any, work: Any) -> tuple[Any, int]:
    before = len(server.chat_requests)
    made = work()
    return made, len(server.chat_requests) - before


def distinctive(documents: list[dict[str, str]], place: int) -> list[str]:
    """Sentences of one document that no other has, and names that stand in it alone."""
    own = set(documents[place]["text"].split(". "))
    others = " ".join(each["text"] for number, each in enumerate(documents) if number != place)
    names = {word for sentence in own for word in sentence.split() if word.istitle()}
    return sorted(
        [sentence for sentence in own if sentence not in others] + [name for name in names if name not in others]
    )


def tables_with(text: str) -> list[str]:
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT EXISTS (SELECT FROM "{table}" AS row WHERE row::text ILIKE %s)', [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def killed(server: Any, number: int) -> dict[str, Any]:
    """A build in a process of its own, killed KILLS times; no finished call may come twice."""
    from apps.documents.models import Collection
    from apps.graph.building import Wish, build
    from apps.graph.models import Build, GraphIndex, Reply
    from apps.graph.status import index_of

    served_by(server.base_url, 4)
    server.default_reply = by_rule
    imported(texts(number), "killed")
    found = Collection.objects.get(slug="killed")
    index_of(found)
    before = len(server.chat_requests)
    server.latency = 0.05
    repeated = kills = 0
    with database_named() as environment:
        for _ in range(KILLS):
            asked, stored = len(server.chat_requests), finished_questions(found)
            process = subprocess.Popen(
                [sys.executable, "manage.py", "graph", "build", "--collection", "killed", "--method", "model", "-v0"],
                cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            wait_for_calls(server, asked, process)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                kills += 1
            process.wait()
            # The last request of a killed process may have come without its body.
            whole = [request.body for request in server.chat_requests[asked:] if "messages" in request.body]
            # First rounds; a later round says the same before it asks what was missed.
            new = [body["messages"][1]["content"] for body in whole if len(body["messages"]) == 2]
            repeated += sum(text in stored for text in new)
    server.latency = 0.0
    run = build(index_of(found), Wish(method="model"))
    calls = len(server.chat_requests) - before
    fingerprint = run.fingerprint
    assert run.state == Build.State.COMPLETE
    # The same documents once more, without any kill and without anything known.
    Reply.objects.all().delete()
    GraphIndex.objects.filter(collection=found).delete()
    undisturbed, needed = counted(server, lambda: build(index_of(found), Wish(method="model")))
    return {
        "kills": kills,
        "finished_calls_repeated": repeated,
        "calls": calls,
        "calls_without_kills": needed,
        "result_differs": int(undisturbed.fingerprint != fingerprint),
    }


def finished_questions(collection: Any) -> set[str]:
    """The texts whose extraction is stored: they must not be asked about again."""
    from apps.graph import extracting
    from apps.graph.models import Reply
    from apps.graph.reading import read
    from apps.graph.replies import key_of  # noqa: F401 - the keys are made by the product's own code
    from apps.graph.serving import build_models
    from apps.graph.wording import wording
    from apps.llm.ledger import Ledger

    reading = read(collection.pk, chunk_tokens=600, overlap=100)
    words = wording(reading.language, [], with_claims=False)
    model = build_models(words, Ledger()).extract
    known = set(Reply.objects.filter(index__collection=collection).values_list("key", flat=True))
    stored = [piece for piece in reading.pieces if extracting.key(piece, words, model) in known]
    return {words.extract.messages(text=piece.text, types=", ".join(words.types))[-1].text for piece in stored}


def wait_for_calls(server: Any, asked: int, process: "subprocess.Popen[bytes]", calls: int = 6) -> None:
    end = time.monotonic() + 60
    while len(server.chat_requests) < asked + calls and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


@contextmanager
def database_named() -> Iterator[dict[str, str]]:
    """The environment in which a command works in the database of this benchmark."""
    from django.db import connection

    values = connection.settings_dict
    host = str(values["HOST"]).replace("/", "%2F")
    user = values["USER"] + (f":{values['PASSWORD']}" if values["PASSWORD"] else "")
    yield {**os.environ, "DATABASE_URL": f"postgres://{user}@{host}:{values['PORT']}/{values['NAME']}"}


if __name__ == "__main__":
    main()
