"""An outage begins when a server fails as often as opens a circuit, and ends with the first good call."""

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelCall, ModelOutage
from apps.llm.outages.probe_servers import probe_server
from apps.llm.outages.record_outages import open_outages, record_outages
from apps.llm.types import CallRecord
from tests.fakes.openai_server import FakeOpenAIServer


@pytest.fixture
def endpoint(transactional_db: None, openai_server: FakeOpenAIServer) -> Endpoint:
    endpoint = Endpoint.objects.create(name="down", base_url=openai_server.base_url, api_key_variable="")
    ChatModel.objects.create(name="large", endpoint=endpoint)
    return endpoint


def calls(*outcomes: str, endpoint: str = "down", attempts: int = 1, model: str = "large") -> None:
    """Each in a transaction of its own: they have different times."""
    for outcome in outcomes:
        ledger = Ledger()
        ledger.add(CallRecord("answer", model, endpoint, outcome, 0.1, attempts=attempts))
        ledger.save("turn:x")


@pytest.mark.usefixtures("endpoint")
@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        (["server_error"] * 4, None),
        (["server_error"] * 4 + ["timeout"], "timeout"),
        (["server_error"] * 4 + ["ok"] + ["server_error"] * 4, None),
        (["unauthorised"], "unauthorised"),
        (["budget_spent"], "budget_spent"),
        (["unauthorised", "ok"], None),
        (["bad_request"] * 9, None),
        (["interrupted"] * 9, None),
        (["server_error"] * 4 + ["empty"] + ["server_error"] * 4, None),
    ],
)
def test_failures_in_a_row_are_an_outage(outcomes: list[str], reason: str | None) -> None:
    calls(*outcomes)
    record_outages()
    record_outages()
    assert [outage.reason for outage in ModelOutage.objects.all()] == ([reason] if reason else [])


@pytest.mark.usefixtures("endpoint")
def test_vectors_of_a_server_neither_hide_nor_end_the_outage_of_its_language_model() -> None:
    for _turn in range(5):
        calls("ok", model="vectors")
        calls("server_error")
    record_outages()
    assert len(open_outages()) == 1
    calls("ok", model="vectors")
    record_outages()
    assert len(open_outages()) == 1
    calls("ok")
    record_outages()
    assert open_outages() == []
    assert ModelOutage.objects.count() == 1


@pytest.mark.usefixtures("endpoint")
def test_a_model_whose_few_tokens_were_all_thoughts_is_back() -> None:
    calls("unauthorised")
    record_outages()
    calls("empty")
    record_outages()
    assert open_outages() == []


@pytest.mark.usefixtures("endpoint")
def test_a_good_call_of_any_process_ends_it_and_the_next_one_is_another() -> None:
    calls("server_error", attempts=5)
    record_outages()
    calls("ok")
    record_outages()
    assert open_outages() == []
    calls("unauthorised")
    record_outages()
    assert [outage.reason for outage in open_outages()] == ["unauthorised"]
    assert ModelOutage.objects.count() == 2


def test_a_server_that_is_no_longer_in_service_is_no_outage(endpoint: Endpoint) -> None:
    calls("unauthorised")
    record_outages()
    Endpoint.objects.update(is_active=False)
    record_outages()
    assert open_outages() == []
    record_outages()
    assert ModelOutage.objects.count() == 1


@pytest.mark.usefixtures("endpoint")
def test_a_probe_finds_out_that_a_server_is_back(openai_server: FakeOpenAIServer) -> None:
    calls("server_error", attempts=5)
    record_outages()
    openai_server.fault("500")
    probe_server(open_outages()[0])
    record_outages()
    assert open_outages(), "it is still down"
    probe_server(open_outages()[0])
    record_outages()
    assert open_outages() == []
    assert len(openai_server.chat_requests) == 2
    assert openai_server.chat_requests[0].body["max_tokens"] == 16


def test_the_model_that_failed_is_probed_and_no_other_ones_answer_is_its_own(
    endpoint: Endpoint, openai_server: FakeOpenAIServer
) -> None:
    """Nobody searches at night: without a probe of its own its failures were forgotten after an hour."""
    EmbeddingModel.objects.create(name="vectors", endpoint=endpoint, dimensions=8)
    calls("unreachable", model="vectors", attempts=5)
    record_outages()
    ModelCall.objects.all().delete()
    calls("ok")
    record_outages()
    assert [outage.model for outage in open_outages()] == ["vectors"]
    probe_server(open_outages()[0])
    assert openai_server.requests[-1].path.endswith("/embeddings")
    record_outages()
    assert open_outages() == []


def test_the_outage_of_a_model_that_was_taken_out_ends_with_any_answer(endpoint: Endpoint) -> None:
    calls("unreachable", model="gone", attempts=5)
    record_outages()
    probe_server(open_outages()[0])
    ModelCall.objects.filter(model="gone").delete()
    record_outages()
    assert open_outages() == []
