"""A connected model for second readings, and what people say of the labelled cases."""

import pytest

from apps.evaluation.second_reader_calibration.labelled_cases import collect_labelled_cases
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.fakes.openai_server import FakeOpenAIServer


@pytest.fixture
def server(openai_server: FakeOpenAIServer, transactional_db: None) -> FakeOpenAIServer:
    create_first_rows()
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="leser-7b", context_window=16_000)
    ModelOrder.objects.create(purpose="second_reader", model=model)
    return openai_server


@pytest.fixture
def labels() -> dict[tuple[str, str], bool]:
    """As the fake reader sees them: the claim and the quotes with a blank line between."""
    cases = [case for language in ("de", "en") for case in collect_labelled_cases(language)]
    return {(case.claim, "\n\n".join(case.quotes)): case.is_supported for case in cases}
