"""Vectors of the search's own model, in OpenAI's form."""

import base64
from array import array
from collections.abc import Sequence
from typing import Any

import pytest

from apps.documents.models import Document
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.models import EmbeddingModel, Endpoint
from apps.llm.offline import OfflineEmbedder
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from tests.config.api.conftest import MakeToken
from tests.config.openai_api.test_chat_completions import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(fees: Document, make_token: MakeToken) -> Program:
    return Program(make_token("search"))


def test_texts_become_vectors_in_their_order(program: Program) -> None:
    texts = ["Gebühr", "Parkausweis", "Gebühr"]
    body = program.post("embeddings", {"model": "auskunft", "input": texts}).json()
    vectors = [one["embedding"] for one in body["data"]]
    assert [one["index"] for one in body["data"]] == [0, 1, 2]
    assert vectors[0] == vectors[2] != vectors[1]
    assert body["usage"]["total_tokens"] > 0


def test_packed_vectors_are_the_same_numbers(program: Program) -> None:
    plain, packed = (
        program.post("embeddings", {"model": "auskunft", "input": "Gebühr", "encoding_format": form}).json()
        for form in ("float", "base64")
    )
    unpacked = array("f", base64.b64decode(packed["data"][0]["embedding"]))
    assert list(unpacked) == pytest.approx(plain["data"][0]["embedding"], abs=1e-6)


@pytest.mark.parametrize(("texts", "expected"), [(["Gebühr"], PERSON), (["Gebühr", "Parkausweis"], LAST_RANK)])
def test_many_texts_wait_behind_the_questions_of_people(
    program: Program, monkeypatch: pytest.MonkeyPatch, texts: list[str], expected: int
) -> None:
    seen = []
    embed = OfflineEmbedder.embed

    async def remembering(self: OfflineEmbedder, texts: Sequence[str]) -> list[list[float]]:
        seen.append(call_rank.get())
        return await embed(self, texts)

    monkeypatch.setattr(OfflineEmbedder, "embed", remembering)
    assert program.post("embeddings", {"model": "auskunft", "input": texts}).status_code == 200
    assert (seen, call_rank.get()) == ([expected], PERSON)


@pytest.mark.parametrize(
    ("fields", "parameter", "status"),
    [
        ({"model": "text-embedding-3-small"}, "model", 404),
        ({"input": []}, "input", 400),
        ({"input": [[1, 2, 3]]}, "input", 400),
        ({"input": " "}, "input", 400),
        ({"input": ["Gebühr", "Ge\0bühr"]}, "input", 400),
        ({"input": "x" * 8_001}, "input", 400),
        ({"input": ["x"] * 129}, "input", 400),
        ({"dimensions": 7}, "dimensions", 400),
        ({"encoding_format": "int8"}, "encoding_format", 400),
    ],
)
def test_what_the_model_cannot_do_is_refused(
    program: Program, fields: dict[str, Any], parameter: str, status: int
) -> None:
    answer = program.post("embeddings", {"model": "auskunft", "input": "Gebühr", **fields})
    assert (answer.status_code, answer.json()["error"]["param"]) == (status, parameter)


def test_a_token_needs_the_scope_of_the_search(fees: Document, make_token: MakeToken) -> None:
    assert Program(make_token("ask")).post("embeddings", {"model": "auskunft", "input": "x"}).status_code == 403


def test_a_paid_model_is_asked_within_the_budget_of_the_day(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = Endpoint.objects.create(name="bezahlt", base_url="https://models.example/v1")
    EmbeddingModel.objects.update(endpoint=endpoint)
    monkeypatch.setattr("config.openai_api.embeddings.is_budget_spent", lambda rules: True)
    answer = program.post("embeddings", {"model": "auskunft", "input": "Hund"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "budget")
