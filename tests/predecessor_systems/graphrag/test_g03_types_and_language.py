"""G03: which types of entities are extracted is set for each graph; German documents are asked about in German."""

from apps.graph.building.build import build
from apps.graph.models import GraphIndex
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import BY_MODEL


def test_the_model_is_asked_for_the_types_that_are_set_in_the_language_of_the_documents(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    index.entity_types = ["Gebührentatbestand", "Dienststelle"]
    index.save()
    build(index, BY_MODEL)
    asked = [f"{request.system}\n{request.prompt}" for request in model_server.chat_requests]
    extracting = [text for text in asked if "Gebührentatbestand, Dienststelle" in text]
    assert extracting
    assert all("German" in text or "Deutsch" in text for text in extracting)
