"""A real server process for all modules of this package, and a fake model server over HTTP."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests import factories
from tests.end_to_end.conftest import running_server
from tests.end_to_end.websocket.client import QUOTE
from tests.fakes.openai_server import FakeOpenAIServer


@pytest.fixture(scope="package")
def models() -> Iterator[FakeOpenAIServer]:
    server = FakeOpenAIServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def address(
    models: FakeOpenAIServer,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    with django_db_blocker.unblock():
        assert connection.settings_dict["NAME"].startswith("test_")  # all of it is removed at the end
        try:
            create_default_profiles()
            factories.document([f"Die Gebühr für einen Anwohnerparkausweis {QUOTE}."], title="Gebühren")
            endpoint = Endpoint.objects.create(name="fake", base_url=models.base_url, api_key_variable="")
            model = ChatModel.objects.create(endpoint=endpoint, name="fake-model")
            ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
            with running_server(tmp_path_factory.mktemp("server")) as started:
                yield started
        finally:
            call_command("flush", verbosity=0, interactive=False)
            connection.close()


@pytest.fixture(autouse=True)
def _fresh(models: FakeOpenAIServer) -> None:
    models.clear()
