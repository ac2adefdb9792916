"""The town and the model server of the tests of graphs, and a second server."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import index, model_server, town

__all__ = ["index", "model_server", "town"]


@pytest.fixture
def second_server() -> Iterator[FakeOpenAIServer]:
    server = FakeOpenAIServer()
    server.start()
    yield server
    server.stop()
