"""The short form of benchmarks/real_models.py: whatever a very weak model writes, what must hold holds."""

from collections.abc import Iterator

import pytest

from apps.llm.doctor.check_models import check_models
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from benchmarks.real_models import RunningServer, llama_server, why_not
from tests.chat import conftest
from tests.chat.conftest import Collect

collect, fees, profile = conftest.collect, conftest.fees, conftest.profile
pytestmark = [pytest.mark.real_models, pytest.mark.django_db(transaction=True)]
QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    if missing := why_not():
        pytest.skip(missing)
    with llama_server(4_096) as running:
        yield running


def test_a_model_that_proves_nothing_leaves_the_answer_to_the_documents(
    server: RunningServer,
    collect: Collect,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("django.conf.settings.CHAT_DEADLINE", 300)
    endpoint = Endpoint.objects.create(name="llama.cpp", base_url=server.base_url, api_key_variable="")
    row = ChatModel.objects.create(endpoint=endpoint, name="smollm2", max_output_tokens=256)
    ModelOrder.objects.create(purpose="answer", model=row, position=1)
    [report] = check_models()
    assert {finding.name: finding.state for finding in report.findings}["answer"] == "ok"
    assert ChatModel.objects.get(name="smollm2").abilities["context_window"] == 4_096
    end = collect(QUESTION)[-1]
    assert end.state in {"done", "done_without_llm"}
    assert all(citation.verified for citation in end.citations)
    assert "30,70 Euro" in end.citations[0].quote
