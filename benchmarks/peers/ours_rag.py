"""Our import and our answers for the shared comparison of RAG frameworks; its frame calls the three functions below.

Pieces of about 1,000 characters as with the others, vectors from the server, which is the only model that is asked for
during the import: summaries and tags are those of the built-in models. Making the tables belongs to the installation,
not to the import, so it is done before the clock starts. An answer is a whole turn: searched, written, its quotes
looked up, stored.
"""

import time

STARTED = time.perf_counter()

import asyncio  # noqa: E402 - the clock comes first
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import threading  # noqa: E402
from contextlib import aclosing  # noqa: E402
from pathlib import Path  # noqa: E402
from urllib.parse import urlsplit  # noqa: E402

import _rag  # noqa: E402 - the frame, on the path when it starts us

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")
os.environ["LOG_LEVEL"] = "ERROR"
SERVER, DATABASE = (sys.argv[sys.argv.index(name) + 1] for name in ("--pg", "--table"))
os.environ["DATABASE_URL"] = urlsplit(SERVER)._replace(path=f"/{DATABASE}").geturl()
if "query" in sys.argv or "ask" in sys.argv:
    # Questions are answered by the web process, which alone keeps connections to its database, in a pool.
    os.environ.setdefault("AUSKUNFT_PROCESS", "web")
# Named in the rows below.
for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
    os.environ.pop(name, None)

import django  # noqa: E402 - it reads the settings above

django.setup()

# Loaded before the clock of the import starts, as the libraries of the others are; the time is stated with theirs.
import numpy  # noqa: E402, F401
import semantic_text_splitter  # noqa: E402, F401

import apps.llm.endpoints.checked_aiohttp_transport  # noqa: E402, F401

PIECE_TOKENS = 250
AT_ONCE = 8


def ingest(docs, cfg):  # type: ignore[no-untyped-def]
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Chunk, Collection, Embedding

    Collection.objects.create(slug="bench", name="Bench", chunk_tokens=PIECE_TOKENS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "documents.jsonl"
        path.write_text("\n".join(json.dumps(doc) for doc in docs), encoding="utf-8")
        report = import_paths([path], "bench")
    assert report.as_json()["ready"] == len(docs), report.problems[:3]
    assert not Chunk.objects.filter(kind="content", tokens__gt=PIECE_TOKENS).exists(), "pieces of another size"
    return Embedding.objects.count()


def open_(cfg):  # type: ignore[no-untyped-def]
    """An event loop of its own that all questions share, in an interpreter that is set up as the web process is.

    The model of the frame cites nothing, so none of its answers is proved, and each would be replaced by sentences
    that the built-in model picks: a second answer, which none of the others writes. An administrator may switch that
    off; what is stored then is the refusal.
    """
    from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
    from config.processes.web_server import prepare_interpreter
    from config.warm_up_web_process import warm_up_language_tables

    prepare_interpreter()
    warm_up_language_tables()
    ChatModel.objects.filter(endpoint=None).update(is_active=False)

    endpoint = Endpoint.objects.get()
    model, _ = ChatModel.objects.get_or_create(endpoint=endpoint, name="gpt-4o-mini")
    ModelOrder.objects.get_or_create(purpose=Purpose.ANSWER, position=1, defaults={"model": model})
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def ask(loop, question):  # type: ignore[no-untyped-def]
    return asyncio.run_coroutine_threadsafe(turn(question), loop).result()


async def turn(question):  # type: ignore[no-untyped-def]
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.answering.answer_question import stream_turn_events, turn_context
    from apps.chat.models import Channel
    from apps.chat.turn_state.turn_events import TurnDone
    from apps.database.async_access import run_in_database

    async with turn_context():
        async with aclosing(stream_turn_events(AskedQuestion(text=question, channel=Channel.COMMAND))) as events:
            (done,) = [event async for event in events if isinstance(event, TurnDone)]
        # As the turn itself asks: Django's own way would begin a thread and a connection for each question.
        used = await run_in_database(stored_passages, done.turn)
    return done.answer, list(dict.fromkeys(passage["external_id"] for passage in used))


def stored_passages(turn):  # type: ignore[no-untyped-def]
    """Only the frame asks for them, so their look-up is to cost little beside the answer."""
    from apps.database.enable_prepared_statements import use_prepared_statements
    from apps.database.execute_batch_sql import fetch_rows

    with use_prepared_statements():
        [[passages]] = fetch_rows("SELECT passages FROM chat_turn WHERE id = %s::uuid", [turn])
    return json.loads(passages)


def install(base):  # type: ignore[no-untyped-def]
    """A database of our own, its tables, and the server as the model for vectors."""
    import psycopg
    from django.core.management import call_command
    from psycopg.sql import SQL, Identifier

    with psycopg.connect(SERVER, autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(DATABASE)))
    from apps.llm.models import EmbeddingModel, Endpoint

    call_command("migrate", verbosity=0)
    if not Endpoint.objects.exists():
        endpoint = Endpoint.objects.create(name="bench", base_url=base, max_concurrency=AT_ONCE)
        EmbeddingModel.objects.update(is_default=False)
        EmbeddingModel.objects.create(
            endpoint=endpoint, name="embedding", dimensions=1024, batch_size=64, is_default=True
        )


install(sys.argv[sys.argv.index("--base") + 1])
_rag.main(STARTED, ingest, open_, ask)
