"""The model that answers is sent its own wording, and the turn remembers which one that was."""

import pytest

from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder
from apps.retrieval.models import Profile
from tests.chat.conftest import Collect
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.prompts.test_own_wordings import own_wording

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
GOOD = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'


@pytest.fixture
def models(transactional_db: None, openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """Two language models in a row."""
    endpoint = Endpoint.objects.create(name="test", base_url=openai_server.base_url, api_key_variable="")
    for position, name in enumerate(["large", "small"], start=1):
        row = ChatModel.objects.create(name=name, endpoint=endpoint)
        ModelOrder.objects.create(purpose="answer", model=row, position=position)
    openai_server.default_reply = GOOD
    return openai_server


def ask(collect: Collect) -> TurnDone:
    end = collect(QUESTION)[-1]
    assert isinstance(end, TurnDone)
    return end


def test_an_answer_of_the_second_model_is_made_and_recorded_with_its_wording(
    collect: Collect, models: FakeOpenAIServer, profile: Profile
) -> None:
    own_wording("Für small.", model="small")
    models.fault("400")
    end = ask(collect)
    assert [(request.body["model"], request.system == "Für small.") for request in models.chat_requests] == [
        ("large", False), ("small", True),
    ]  # fmt: skip
    assert (end.model, end.prompt_version) == ("small", "answer/2")
    assert Turn.objects.get(pk=end.turn).prompt_versions["answer"] == "answer/2"
    calls = ModelCall.objects.filter(purpose="answer").order_by("pk")
    assert list(calls.values_list("model", "prompt_version")) == [("large", "answer/1"), ("small", "answer/2")]
    own_wording("Für dieses Profil.", profile=profile.slug)
    end = ask(collect)
    assert (end.model, end.prompt_version, models.chat_requests[-1].system) == (
        "large", "answer/3", "Für dieses Profil.",
    )  # fmt: skip
