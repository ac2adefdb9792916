"""An installation of its own for the pictures: the demo collection, and what its staff have done with it so far."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60
SUITE_SIZE = 6
IN_VAIN = (
    "Was kostet ein neuer Reisepass?",
    "Wann fährt der Bus zum Flughafen?",
    "Wie hoch sind die Eintrittspreise im Stadtmuseum für Erwachsene?",
    "Was kostet ein Reisepass?",
)


@contextmanager
def installation() -> Iterator[tuple[str, dict[str, int | str], str]]:
    """(address, keys of rows by the names that addresses use, a session cookie); all of it goes with the block."""
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        os.environ |= {"AUSKUNFT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        from config import localdb
        from tests.embedded import remove

        localdb.ensure_running(Path(folder))
        try:
            rows, cookie = filled(Path(folder))
            with web_server() as address:
                yield address, rows, cookie
        finally:
            remove(Path(folder))


def filled(folder: Path) -> tuple[dict[str, int | str], str]:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_demo", verbosity=0)
    for question in IN_VAIN:
        with suppress(SystemExit):
            call_command("ask", question)
    rows = {"document": broken_document(folder), **measured()}
    look_alive()
    return rows, cookie_of_administrator()


def look_alive() -> None:
    """All work is done by now, so no worker runs; where people take a picture of their console, one does."""
    from config.processes import heartbeats

    heartbeats.start("worker")


def broken_document(folder: Path) -> int:
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Document

    damaged = folder / "bebauungsplan-nord.pdf"
    damaged.write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    import_paths([damaged], "demo")
    return Document.objects.get(external_id=damaged.name).pk


def measured() -> dict[str, int | str]:
    """A suite that was run and pinned, and a draft of the prompt for answers that waits to be measured."""
    from apps.evaluation.execute_run import execute_run
    from apps.evaluation.models import Case, Draft, Run, Suite
    from apps.evaluation.planning.create_run import start_suite_run
    from apps.llm.models import Prompt, PromptVersion
    from apps.llm.prompts.prompt_store import publish_version
    from apps.llm.publication_hooks import PublicationHeld

    suite = Suite.objects.create(slug="buergerfragen", name="Bürgerfragen", turns=1, pass_mark=0.7)
    for case in Case.objects.filter(suite__slug="demo").order_by("pk")[:SUITE_SIZE]:
        case.pk, case.suite = None, suite
        case.save()
    run = start_suite_run(suite)
    execute_run(run.pk)
    Suite.objects.filter(pk=suite.pk).update(is_pinned=True)
    prompt = Prompt.objects.get(slug="answer")
    first = PromptVersion.objects.get(prompt=prompt)
    system = first.system.replace("sachlich, knapp.", "sachlich, in höchstens drei Sätzen.")
    version = PromptVersion.objects.create(prompt=prompt, system=system, user=first.user)
    with suppress(PublicationHeld):
        publish_version(prompt, version)
    reply = Run.objects.get(pk=run.pk).dialogues.get(number=1).turns.get()
    return {"run": run.pk, "prompt": prompt.pk, "draft": Draft.objects.get().pk, "reply": reply.pk}


def cookie_of_administrator() -> str:
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.create_superuser("erika", first_name="Erika"))
    return client.cookies["sessionid"].value


@contextmanager
def web_server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([sys.executable, "-m", "config.web", "--port", str(port)], cwd=ROOT)
    try:
        wait_for(f"{address}/healthz")
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(url: str) -> None:
    """Raises TimeoutError."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        with suppress(OSError):
            urllib.request.urlopen(url, timeout=2).close()  # noqa: S310 - our own server
            return
        time.sleep(0.2)
    raise TimeoutError(f"{url} does not answer after {SECONDS_TO_START} seconds.")
