"""G03: types of entities and language are set for each graph; without, the language is that of the documents."""

import pytest

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.models import GraphIndex
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import BY_MODEL


def test_the_model_is_asked_for_the_types_that_are_set_in_the_language_of_the_documents(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    index.entity_types = ["Gebührentatbestand", "Dienststelle"]
    index.save()
    build_collection_graph(index, BY_MODEL)
    asked = [f"{request.system}\n{request.prompt}" for request in model_server.chat_requests]
    extracting = [text for text in asked if "Gebührentatbestand, Dienststelle" in text]
    assert extracting
    assert all("German" in text or "Deutsch" in text for text in extracting)


FRENCH = "La bibliothèque municipale ouvre à neuf heures. L'inscription est gratuite pour les enfants de la commune."
POLISH = "Biblioteka miejska jest otwarta od dziewiątej. Zapisy są bezpłatne dla dzieci, które mieszkają w mieście."


@pytest.mark.parametrize(("text", "code", "named"), [(FRENCH, "fr", "Französisch"), (POLISH, "pl", "Polnisch")])
@pytest.mark.django_db
def test_documents_in_another_language_get_descriptions_in_theirs(
    model_server: FakeOpenAIServer, text: str, code: str, named: str
) -> None:
    abroad = collection("abroad")
    document([text], collection=abroad, external_id="a", title="a")
    build_collection_graph(get_or_create_graph_index(abroad), BY_MODEL)
    extracting = [request.system for request in model_server.chat_requests if "entity" in request.system]
    assert extracting
    assert all(f"Beschreibungen auf {named}." in system for system in extracting)
    assert graph_status(abroad)["last_build"]["language"] == code


def test_the_language_that_is_set_holds_whatever_the_documents_are_in(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    index.language = "ja"
    index.save()
    run = build_collection_graph(index, BY_MODEL)
    systems = [request.system for request in model_server.chat_requests]
    assert [system for system in systems if "Beschreibungen auf Japanisch." in system]
    assert [system for system in systems if "Schreiben Sie auf Japanisch:" in system]
    assert run.language == "ja"
    assert not graph_status(index.collection)["settings_changed"]
    index.refresh_from_db()
    index.language = "en"
    index.save()
    assert graph_status(index.collection)["settings_changed"]
    model_server.requests.clear()
    assert build_collection_graph(index, BY_MODEL).language == "en"
    assert any("Descriptions in English." in request.system for request in model_server.chat_requests)
