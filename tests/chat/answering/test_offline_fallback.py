"""When the language model fails and the built-in one answers in its place, people are told so."""

import pytest

from apps.chat.answering.turn_events import TurnDone
from apps.chat.models import Turn
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.chat.conftest import Collect
from tests.fakes.openai_server import FakeOpenAIServer

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
    assert end.answer.startswith("Das Sprachmodell antwortet")
    assert "30,70 Euro" in end.citations[0].quote
    assert f'href="{end.citations[0].url}"' in end.answer_html


def test_where_no_language_model_is_set_up_the_built_in_one_is_no_stand_in(collect: Collect) -> None:
    end = ask(collect)
    assert (end.state, end.model) == ("done", "offline-extractive")


def test_a_language_model_that_answers_is_no_stand_in(collect: Collect, models: FakeOpenAIServer) -> None:
    models.default_reply = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
    end = ask(collect)
    assert (end.state, end.model) == ("done", "large")
