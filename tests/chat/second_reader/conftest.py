"""A connected model, a collection with one page, and a turn whose answer says in other words what the page says."""

from collections.abc import Callable

import pytest

from apps.chat.models import ReaderCalibration, SecondReading, Turn
from apps.chat.second_reader.second_reader_models import second_reader_for
from apps.chat.turn_state.turn_events import TurnDone
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel
from tests.fakes.openai_server import FakeOpenAIServer

QUOTE = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr."
CLAIM = "Wer als Anwohner dort parken möchte, zahlt für den Ausweis jährlich 30,70 Euro."
ANSWER = f'{CLAIM[:-1]} [1].\nBELEGE\n[1] "{QUOTE[:-1]}"'
Answered = Callable[[], Turn]


@pytest.fixture
def server(openai_server: FakeOpenAIServer, transactional_db: None) -> FakeOpenAIServer:
    """Connected for second readings and nothing else."""
    create_first_rows()
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="leser-7b", context_window=16_000)
    ModelOrder.objects.create(purpose="second_reader", model=model)
    return openai_server


@pytest.fixture
def answered(server: FakeOpenAIServer, collect: Collect) -> Answered:
    """`answered()`: a turn with one sentence that no rule derives from its quote."""

    def ask() -> Turn:
        *_rest, done = collect("Was kostet der Anwohnerparkausweis?", model=FakeLanguageModel(ANSWER))
        assert isinstance(done, TurnDone)
        turn = Turn.objects.get(pk=done.turn)
        assert [sentence["level"] for sentence in turn.sentences] == ["quoted"]
        return turn

    return ask


def calibrate(language: str = "de", **columns: object) -> ReaderCalibration:
    """A finished measurement of the connected reader, a good one unless said otherwise."""
    reader = second_reader_for(language)
    assert reader is not None
    from django.utils import timezone

    figures = {"kappa": 0.9, "total": 300, "false_supported": 0.01, "missed": 0.05, "false_contradicted": 0.0}
    values = {"state": "finished", "finished_at": timezone.now(), **figures, **reader.columns, **columns}
    return ReaderCalibration.objects.create(**values)


def only_reading() -> SecondReading:
    return SecondReading.objects.get()
