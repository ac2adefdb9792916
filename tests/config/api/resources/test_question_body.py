"""Whatever is asked over the interface, with every way to search: an answer or a sentence, never a 500."""

import json
from itertools import product
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import AsyncClient

from apps.documents.models import Document
from apps.retrieval.algorithms import ALGORITHMS
from benchmarks.bad_questions import QUESTIONS
from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db
WORST = ["?", "\0", "x" * 3_900, "' OR 1=1; --", "\u202e\ufeff", "„" * 2_000]


@pytest.fixture
def api(fees: Document, make_token: MakeToken) -> Api:
    return Api(make_token())


def test_a_search_gives_documents_or_a_sentence(api: Api) -> None:
    for question in QUESTIONS:
        answer = api.post("search", {"question": question})
        assert answer.status_code in (200, 400), question[:40]
        said = answer.json()
        assert said.get("documents") or said.get("explanation") or said["error"]["message"], question[:40]


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_an_answer_is_one_or_a_sentence(api: Api, algorithm: str) -> None:
    for question in WORST:
        answer = api.post("ask", {"question": question, "algorithm": algorithm})
        assert answer.status_code in (200, 400), question[:40]
        said = answer.json()
        assert said.get("answer") or said["error"]["message"], question[:40]


@pytest.mark.django_db(transaction=True)
async def test_a_stream_ends_with_one(api: Api) -> None:
    for algorithm, question in product(ALGORITHMS, WORST):
        body = json.dumps({"question": question, "algorithm": algorithm})
        answer: Any = await AsyncClient().post(
            "/api/v1/ask", body, content_type="application/json", headers=api.headers | {"accept": "text/event-stream"}
        )
        assert answer.status_code in (200, 400), (algorithm, question[:40])
        if answer.status_code == 200:
            text = b"".join([part async for part in answer.streaming_content]).decode()
            assert "event: done" in text or "event: error" in text, (algorithm, question[:40])


@pytest.mark.parametrize("command", ["search", "ask"])
@pytest.mark.django_db(transaction=True)
def test_commands_print_one_or_end_with_a_sentence(
    fees: Document, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    own = ["--conversation", "\udcff"] if command == "ask" else ["--json"]
    for question, options in product(QUESTIONS, (["--author", "\udcff"], own)):
        try:
            call_command(command, question, "--algorithm", "keyword", *options)
            said = capsys.readouterr().out
        except CommandError as error:
            said = str(error)
        assert said.strip(), question[:40]
        said.encode()
