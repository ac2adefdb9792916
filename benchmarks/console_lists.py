"""How long the first page of the console and its long lists take when there is much in them.

    python benchmarks/console_lists.py [--rows 1000000] [--plans] [--json]

`home` is the first page with 100,000 documents: milliseconds of 40 requests, the processor time of our own process in
them (without the database's), and queries. `lists` are the lists of documents, steps, turns, conversations, model
calls, feedback and rewrites with no row and with a million rows (of conversations a quarter): the median of 9 requests
each, and how many times as long the second takes. Everything in one process, a superuser signed in; rows are copies of
real ones, made in SQL, in a database of their own. `--plans` prints statements that took longer than 20 ms. Takes about
eight minutes.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DOCUMENTS_OF_HOME = 100_000
HOME_REQUESTS, LIST_REQUESTS = 40, 9
SLOW_MS = 20
TURNS_OF_A_CONVERSATION = 4
LISTS = {
    "documents": "/admin/documents/document/",
    "steps": "/admin/documents/step/",
    "turns": "/admin/chat/turn/",
    "conversations": "/admin/chat/conversation/",
    "model_calls": "/admin/llm/modelcall/",
    "feedback": "/admin/chat/feedback/",
    "rewrites": "/admin/simplify/rewrite/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--plans", action="store_true", help="print slow statements")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with own_database("auskunft_benchmark_console_lists"):
        figures = measured(options.rows, with_plans=options.plans)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def measured(rows: int, *, with_plans: bool) -> dict[str, Any]:
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    empty = {name: list_ms(address) for name, address in LISTS.items()}
    first_rows()
    fill_documents(2, min(rows, DOCUMENTS_OF_HOME))
    fill_turns(rows)
    home = home_figures()
    fill_documents(DOCUMENTS_OF_HOME + 1, rows)
    full = {name: list_ms(address) for name, address in LISTS.items()}
    if with_plans:
        for name, address in {"home": "/admin/", **LISTS}.items():
            print_slow_statements(name, address)
    lists = {
        name: {"empty_ms": empty[name], "full_ms": full[name], "ratio": round(full[name] / empty[name], 2)}
        for name in LISTS
    }
    return {"rows": rows, "home": home, "lists": lists}


def first_rows() -> None:
    """One of each, of which the others are copies."""
    from apps.chat.models import Conversation, Feedback, Turn
    from apps.documents.models import Step, StepState
    from apps.llm.models import ModelCall
    from apps.simplify.models import Rewrite
    from tests import factories

    document = factories.document(["Die Gebühr beträgt drei Euro."], title="Gebühren", external_id="1.pdf", embed=False)
    revision = document.current_revision
    assert revision is not None
    Step.objects.create(revision=revision, stage="extract", state=StepState.DONE, attempts=1)
    turn = {"question": "Wie hoch ist die Gebühr?", "answer": "Drei Euro.", "state": "done", "model": "m"}
    asked = Turn.objects.create(conversation=Conversation.objects.create(), number=1, **turn)
    Feedback.objects.create(turn=asked, rating=Feedback.Rating.DOWN)
    ModelCall.objects.create(purpose="answer", model="m", outcome="ok", seconds=1.0, reference="turn:1")
    Rewrite.objects.create(text_type="letter", original="Hiermit …", text="Wir …", model="m", result={"text": "Wir …"})


def fill_documents(first: int, last: int) -> None:
    """With a revision and a step each. Keys are their numbers from `first` to `last`."""
    from apps.documents.models import Document, Revision, Step, StepState

    copies(Document, first, last, external_id="n || '.pdf'", current_revision_id="n", updated_at=SPREAD)
    copies(Revision, first, last, document_id="n", created_at=SPREAD)
    copies(Step, first, last, revision_id="n", created_at=SPREAD, state=f"'{StepState.DONE}'")
    vacuum(Document, Revision, Step)


def fill_turns(rows: int) -> None:
    from apps.chat.models import Conversation, Feedback, Turn
    from apps.llm.models import ModelCall
    from apps.simplify.models import Rewrite

    conversation = "md5('conversation ' || {})::uuid"
    values = {"id": conversation.format("n"), "token": "md5('token ' || n)"}
    copies(Conversation, 2, rows // TURNS_OF_A_CONVERSATION, created_at=SPREAD, updated_at=SPREAD, **values)
    copies(
        Turn, 2, rows,
        id="md5('turn ' || n)::uuid", conversation_id=conversation.format(f"2 + n / {TURNS_OF_A_CONVERSATION + 1}"),
        number="n", client_message_id="n", created_at=SPREAD,
    )  # fmt: skip
    copies(Feedback, 2, rows, turn_id="md5('turn ' || n)::uuid", created_at=SPREAD)
    copies(ModelCall, 2, rows, created_at=SPREAD)
    copies(Rewrite, 2, rows, created_at=SPREAD)
    vacuum(Conversation, Turn, Feedback, ModelCall, Rewrite)


SPREAD = "now() - n * interval '20 seconds'"
"""A row every 20 seconds: a million reaches back 230 days."""


def copies(model: Any, first: int, last: int, **values: str) -> None:
    """Rows that are like the first one of the table but for `values`, expressions of `n`. Without triggers."""
    from django.db import connection

    meta = model._meta
    values = {"id": "n"} | values
    columns = [field.column for field in meta.concrete_fields]
    given = [values.get(name) or f'one."{name}"' for name in columns]
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            f"INSERT INTO {meta.db_table} ({names}) SELECT {', '.join(given)} "
            f"FROM (SELECT * FROM {meta.db_table} ORDER BY {meta.pk.column} LIMIT 1) AS one, "
            "generate_series(%s::bigint, %s::bigint) AS n",
            [first, last],
        )
        cursor.execute("SET session_replication_role = DEFAULT")


def vacuum(*models: Any) -> None:
    """What the database does by itself soon after."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {', '.join(model._meta.db_table for model in models)}")


def home_figures() -> dict[str, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = superuser()
    request_ms("/admin/", client)
    started = time.process_time()
    times = sorted(request_ms("/admin/", client) for _ in range(HOME_REQUESTS))
    processor = time.process_time() - started
    with CaptureQueriesContext(connection) as asked:
        request_ms("/admin/", client)
    return {
        "documents": DOCUMENTS_OF_HOME,
        "median_ms": round(median(times), 1),
        "p95_ms": round(times[int(0.95 * len(times)) - 1], 1),
        "processor_ms": round(processor * 1000 / HOME_REQUESTS, 1),
        "queries": len(asked),
    }


def list_ms(address: str) -> float:
    request_ms(address)
    return round(median(request_ms(address) for _ in range(LIST_REQUESTS)), 1)


def request_ms(address: str, client: Any = None) -> float:
    client = client or superuser()
    started = time.perf_counter()
    answer = client.get(address)
    taken = (time.perf_counter() - started) * 1000
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return taken


def superuser() -> Any:
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("benchmark"))
    return client


def print_slow_statements(name: str, address: str) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        request_ms(address)
    for query in asked.captured_queries:
        if (taken := float(query["time"]) * 1000) > SLOW_MS:
            print(f"{name}: {taken:.0f} ms: {query['sql'][:1500]}", file=sys.stderr)


if __name__ == "__main__":
    main()
