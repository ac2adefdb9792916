"""The first rows: made once, extended later, never overwritten."""

import pytest
from pytest_django import Settings

from apps.llm.create_initial_models import create_first_rows
from apps.llm.endpoints.api_keys_from_environment import read_api_key
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder, endpoint_problems
from apps.llm.semantic_embedding import verify_weights_package
from tests import factories

pytestmark = pytest.mark.django_db


def orders(purpose: str) -> list[str]:
    return [order.model.name for order in ModelOrder.objects.filter(purpose=purpose).order_by("position")]


def default_embedding_model() -> str:
    return EmbeddingModel.objects.get(is_default=True).name


def test_a_new_installation_has_the_offline_models_and_no_endpoint() -> None:
    assert orders("default") == ["offline-extractive"]
    assert default_embedding_model() == "offline-ngrams"
    assert not Endpoint.objects.exists()


def test_variables_set_later_put_the_model_first_and_leave_the_offline_one_last(settings: Settings) -> None:
    settings.OPENAI_BASE_URL = "http://models.example/v1"
    settings.CHAT_MODEL, settings.EMBEDDING_MODEL, settings.EMBEDDING_DIMENSIONS = "mistral", "bge-m3", 1024
    create_first_rows()
    create_first_rows()
    assert orders("default") == ["mistral", "offline-extractive"]
    assert Endpoint.objects.get().base_url == "http://models.example/v1"
    assert default_embedding_model() == "bge-m3"
    assert EmbeddingModel.objects.count() == 2


def test_summaries_and_tags_are_not_made_offline_because_a_server_stumbled(settings: Settings) -> None:
    settings.OPENAI_API_KEY = "sk-x"
    create_first_rows()
    assert orders("summarise") == orders("tag") == ["gpt-4o-mini"]


def test_a_key_alone_means_openai_and_search_stays_offline(settings: Settings) -> None:
    settings.OPENAI_API_KEY = "sk-x"
    create_first_rows()
    assert Endpoint.objects.get().base_url == "https://api.openai.com/v1"
    assert ChatModel.objects.get(name="gpt-4o-mini").context_window == 128_000
    assert default_embedding_model() == "offline-ngrams"


def test_what_was_changed_in_the_admin_stays(settings: Settings) -> None:
    settings.OPENAI_BASE_URL, settings.CHAT_MODEL = "http://models.example/v1", "mistral"
    create_first_rows()
    Endpoint.objects.update(base_url="http://other.example/v1", name="umbenannt")
    ModelOrder.objects.filter(model__name="mistral").delete()
    settings.OPENAI_BASE_URL, settings.CHAT_MODEL = "http://third.example/v1", "llama"
    create_first_rows()
    assert Endpoint.objects.get().base_url == "http://other.example/v1"
    assert orders("default") == ["offline-extractive"]
    assert not ChatModel.objects.filter(name="llama").exists()


def test_the_offline_model_is_not_put_back_where_an_administrator_removed_it() -> None:
    ModelOrder.objects.all().delete()
    create_first_rows()
    assert orders("default") == []


def test_search_stays_with_the_vectors_that_are_there(settings: Settings) -> None:
    factories.document(["Die Gebühr beträgt drei Euro."], model=EmbeddingModel.objects.get(name="offline-ngrams"))
    settings.OPENAI_BASE_URL, settings.EMBEDDING_MODEL = "http://models.example/v1", "bge-m3"
    create_first_rows()
    assert default_embedding_model() == "offline-ngrams"
    assert EmbeddingModel.objects.get(takes_over=True).name == "bge-m3"


def test_only_models_that_can_shorten_vectors_are_asked_to(settings: Settings) -> None:
    settings.OPENAI_API_KEY, settings.EMBEDDING_MODEL = "sk-x", "text-embedding-3-small"
    create_first_rows()
    assert EmbeddingModel.objects.get(name="text-embedding-3-small").sends_dimensions


def test_the_model_of_meaning_takes_over_from_the_spelling_where_its_package_is(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEANING = True
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: True)
    create_first_rows()
    create_first_rows()
    assert default_embedding_model() == "offline-ngrams"
    row = EmbeddingModel.objects.get(takes_over=True)
    assert (row.name, row.dimensions, row.query_prefix) == ("multilingual-e5-small", 384, "query: ")


@pytest.mark.parametrize(("wanted", "is_installed"), [(True, False), (False, True)])
def test_without_it_search_compares_spelling(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, wanted: bool, is_installed: bool
) -> None:
    settings.MEANING = wanted
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: is_installed)
    create_first_rows()
    assert EmbeddingModel.objects.get().name == "offline-ngrams"


def test_it_does_not_take_over_from_a_model_of_a_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OPENAI_BASE_URL, settings.EMBEDDING_MODEL = "http://models.example/v1", "bge-m3"
    create_first_rows()
    settings.MEANING = True
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: True)
    create_first_rows()
    assert default_embedding_model() == "bge-m3"
    assert not EmbeddingModel.objects.filter(takes_over=True).exists()


def test_a_model_of_which_nothing_is_known_gets_a_small_context_unless_the_environment_says_more(
    settings: Settings,
) -> None:
    settings.OPENAI_BASE_URL, settings.CHAT_MODEL = "http://models.example/v1", "mistral"
    create_first_rows()
    row = ChatModel.objects.get(name="mistral")
    assert (row.context_window, row.max_output_tokens) == (4_096, 2_048)
    row.full_clean()
    row.delete()
    Endpoint.objects.all().delete()
    settings.CHAT_CONTEXT_WINDOW = 32_768
    create_first_rows()
    assert ChatModel.objects.get(name="mistral").context_window == 32_768


def test_vectors_may_come_from_a_server_of_their_own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_API_KEY", "sk-vectors")
    settings.OPENAI_BASE_URL, settings.CHAT_MODEL = "http://models.example/v1", "mistral"
    settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY = "http://10.1.2.3:8080/v1", "sk-vectors"
    settings.EMBEDDING_MODEL = "bge-m3"
    create_first_rows()
    create_first_rows()
    row = EmbeddingModel.objects.get(name="bge-m3")
    assert row.endpoint is not None
    assert (row.endpoint.name, row.endpoint.base_url) == ("embeddings", "http://10.1.2.3:8080/v1")
    assert read_api_key(row.endpoint.api_key_variable, row.endpoint.base_url) == "sk-vectors"
    assert read_api_key(row.endpoint.api_key_variable, "http://models.example/v1") == ""
    assert endpoint_problems(row.endpoint.base_url, row.endpoint.api_key_variable) == {}
    assert ChatModel.objects.get(name="mistral").endpoint.name == "default"  # type: ignore[union-attr]
