"""When the language model fails and the built-in one answers in its place, people are told so."""

import re

import pytest

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests import factories
from tests.chat.conftest import Collect
from tests.fakes.openai_server import FakeOpenAIServer, Request

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


@pytest.fixture
def models(transactional_db: None, openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """The language model first, the built-in one behind it, as an installation with an endpoint has them."""
    endpoint = Endpoint.objects.create(name="test", base_url=openai_server.base_url, api_key_variable="")
    ModelOrder.objects.all().delete()
    offline = ChatModel.objects.get_or_create(name="offline-extractive", endpoint=None)[0]
    for position, row in enumerate([ChatModel.objects.create(name="large", endpoint=endpoint), offline], start=1):
        ModelOrder.objects.create(purpose="default", model=row, position=position)
    return openai_server


def ask(collect: Collect) -> TurnDone:
    end = collect(QUESTION)[-1]
    assert isinstance(end, TurnDone)
    return end


@pytest.mark.parametrize("fault", ["500", "html"])
def test_the_answer_begins_with_an_apology_and_proves_its_sentences(
    collect: Collect, models: FakeOpenAIServer, fault: str
) -> None:
    models.fault(fault, times=10)
    end = ask(collect)
    assert end.state == Turn.objects.get(pk=end.turn).state == "done_without_llm"
    assert end.model == "offline-extractive"
    assert end.as_json()["ai_generated"] is False
    assert end.answer.startswith("Das Sprachmodell antwortet")
    assert "30,70 Euro" in end.citations[0].quote
    assert f'href="{end.citations[0].url}"' in end.answer_html


def test_where_no_language_model_is_set_up_the_built_in_one_is_no_stand_in(collect: Collect) -> None:
    end = ask(collect)
    assert (end.state, end.model) == ("done", "offline-extractive")
    assert end.as_json()["ai_generated"] is False
    assert load_turn_done_event(Turn.objects.get(pk=end.turn)).as_json()["ai_generated"] is False


def test_a_language_model_that_answers_is_no_stand_in(collect: Collect, models: FakeOpenAIServer) -> None:
    models.default_reply = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
    end = ask(collect)
    assert (end.state, end.model) == ("done", "large")
    assert end.as_json()["ai_generated"] is True


def test_while_the_circuit_is_open_every_answer_names_the_stand_in_and_the_reason(
    collect: Collect, models: FakeOpenAIServer
) -> None:
    models.fault("500", times=100)
    ends = [ask(collect) for _ in range(8)]
    assert len(models.chat_requests) < 16, "the circuit must have opened"
    assert {end.state for end in ends} == {"done_without_llm"}
    reasons = [(end.as_json()["stand_in"] or {}).get("reason") for end in ends]
    assert reasons[0] == "server_error"
    assert reasons[-1] == "circuit_open"
    assert ends[-1].as_json()["stand_in"] == {
        "model": "offline-extractive",
        "instead_of": "large",
        "reason": "circuit_open",
    }
    assert "Das Sprachmodell antwortet" in ends[-1].answer_html
    assert (
        load_turn_done_event(Turn.objects.get(pk=ends[-1].turn)).as_json()["stand_in"] == ends[-1].as_json()["stand_in"]
    )


def test_another_language_model_is_named_to_people_and_programs(collect: Collect, models: FakeOpenAIServer) -> None:
    second = ChatModel.objects.create(name="small", endpoint=Endpoint.objects.get())
    ModelOrder.objects.filter(model__name="offline-extractive").update(position=3)
    ModelOrder.objects.create(purpose="default", model=second, position=2)
    models.fault("400", times=1)
    models.default_reply = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
    end = ask(collect)
    assert (end.state, end.model) == ("done", "small")
    assert end.as_json()["stand_in"] == {"model": "small", "instead_of": "large", "reason": "bad_request"}
    assert "hat ein anderes geschrieben" in end.answer_html


def test_a_reply_that_is_broken_off_bears_the_name_of_the_model_that_wrote_it(
    collect: Collect, models: FakeOpenAIServer
) -> None:
    second = ChatModel.objects.create(name="small", endpoint=Endpoint.objects.get())
    ModelOrder.objects.filter(model__name="offline-extractive").update(position=3)
    ModelOrder.objects.create(purpose="default", model=second, position=2)
    models.fault("400", times=1)
    models.default_reply = "Die Satzung gilt im ganzen Gebiet der Stadt. " * 200
    end = ask(collect)
    assert end.as_json()["stand_in"] == {
        "model": "offline-extractive",
        "instead_of": "small",
        "reason": "unproved",
    }


def test_without_any_model_that_answers_the_reason_is_said(collect: Collect, models: FakeOpenAIServer) -> None:
    ModelOrder.objects.filter(model__name="offline-extractive").delete()
    models.fault("401", times=10)
    end = ask(collect)
    assert end.state == "done_without_llm"
    assert end.as_json()["stand_in"] == {"model": "", "instead_of": "large", "reason": "unauthorised"}


def test_the_answer_of_the_first_model_has_no_stand_in(collect: Collect, models: FakeOpenAIServer) -> None:
    models.default_reply = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
    assert ask(collect).as_json()["stand_in"] is None


def answered_from_the_last_source(request: Request) -> str:
    """Numbers of the prompt that this request holds: proofs are looked up in that one and in no other."""
    number, text = re.findall(r'<quelle nummer="(\d+)".*?>\s*(.+?)\s*</quelle>', request.prompt, re.DOTALL)[-1]
    return f'{text[:-1]} [{number}].\n\nBELEGE\n[{number}] "{text}"'


def test_a_prompt_that_is_too_long_is_halved_before_another_model_is_asked(
    collect: Collect, models: FakeOpenAIServer
) -> None:
    pages = [f"Die Gebühr für einen Anwohnerparkausweis der Zone {n} beträgt {n} Euro im Jahr." for n in range(2, 8)]
    factories.document(pages, title="Zonen", external_id="zonen.pdf")
    models.fault("400", message="This model's maximum context length is 4096 tokens.")
    models.default_reply = answered_from_the_last_source
    end = ask(collect)
    first, second = models.chat_requests
    assert 0 < second.prompt.count("<quelle") < first.prompt.count("<quelle")
    assert (end.state, end.model, end.as_json()["stand_in"]) == ("done", "large", None)
    assert [citation.quote in second.prompt for citation in end.citations] == [True]
    assert end.sentences[0]["level"] == "verbatim"
