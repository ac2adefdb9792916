"""A question, and what a stream of the gateway gives for it."""

import pytest

from apps.llm.errors import ModelError
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.types import Completion, Message

QUESTION = [Message("system", "Antworten Sie knapp."), Message("user", "Wie hoch ist die Gebühr?")]


async def collect(model: GatewayLanguageModel) -> tuple[list[str], Completion]:
    items = [item async for item in model.stream(QUESTION)]
    assert isinstance(items[-1], Completion)
    return [item for item in items[:-1] if isinstance(item, str)], items[-1]


async def collect_until_error(model: GatewayLanguageModel) -> tuple[list[str], ModelError]:
    pieces: list[str] = []
    try:
        async for item in model.stream(QUESTION):
            assert isinstance(item, str), "a broken stream must not end in a Completion"
            pieces.append(item)
    except ModelError as error:
        return pieces, error
    pytest.fail("a broken stream must end in a ModelError")
