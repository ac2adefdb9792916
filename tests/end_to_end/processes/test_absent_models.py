"""The model server is away while documents are imported: nobody is kept waiting, and nothing has to be done twice."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from apps.documents.models import Document, Step
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder, Purpose
from tests.end_to_end.conftest import ROOT, url_of_test_database
from tests.fakes.openai_server import FakeOpenAIServer
from tests.free_port import find_free_port

pytestmark = pytest.mark.django_db(transaction=True)

WORKER = "import django; django.setup(); from apps.documents.tasks import process_waiting; process_waiting()"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run() -> Run:
    """A process of the product on the test database, which waits hardly at all for a server that is away."""

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {
            "DATABASE_URL": url_of_test_database(),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "MODEL_ABSENCE": "1",
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    return run


@pytest.fixture
def endpoint() -> Endpoint:
    """Nobody listens there yet."""
    endpoint = Endpoint.objects.create(name="away", base_url=f"http://127.0.0.1:{find_free_port()}/v1")
    ModelOrder.objects.all().delete()
    model = ChatModel.objects.create(name="fake-chat", endpoint=endpoint)
    ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=model, position=1)
    EmbeddingModel.objects.update(is_default=False)
    EmbeddingModel.objects.create(name="fake-embedding", endpoint=endpoint, dimensions=8, is_default=True)
    return endpoint


def test_the_command_ends_and_the_worker_finishes_when_the_server_is_back(
    endpoint: Endpoint, openai_server: FakeOpenAIServer, run: Run, tmp_path: Path
) -> None:
    for name in ("eins", "zwei"):
        (tmp_path / f"{name}.txt").write_text(f"Die Gebühr {name} beträgt drei Euro.")
    ended = run("manage.py", "import_documents", str(tmp_path), "--collection", "amt", "--json")
    said = json.loads(ended.stdout)
    assert (ended.returncode, said["waiting"], said["failed"]) == (1, 2, 0)
    assert {line["reason_code"] for line in said["documents"]} == {"llm_unavailable"}
    assert "2 documents wait" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert set(Step.objects.exclude(state="done").values_list("state", "failures")) == {("waiting", 0)}

    openai_server.dimensions = 8
    openai_server.default_reply = lambda asked: '["Gebühr"]' if "response_format" in asked.body else "Drei Euro."
    Endpoint.objects.filter(pk=endpoint.pk).update(base_url=openai_server.base_url)
    Step.objects.update(next_retry_at=None)
    worker = run("-c", WORKER)
    assert worker.returncode == 0, worker.stderr
    assert list(Document.objects.values_list("status", "reason_code")) == [("ready", "")] * 2
