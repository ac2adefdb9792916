"""Rows to models: order, fallback, what is switched off."""

from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from apps.llm.call_ledger import Ledger
from apps.llm.endpoints.api_keys_from_environment import read_api_key
from apps.llm.model_registry import build_embedder, build_language_model, embedding_model_row
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder
from apps.llm.offline import OfflineEmbedder, OfflineLanguageModel
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.providers.fallback_model import FallbackLanguageModel
from apps.llm.providers.gateway_embedder import GatewayEmbedder
from apps.llm.providers.gateway_language_model import GatewayLanguageModel

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint() -> Endpoint:
    return Endpoint.objects.create(name="haus", base_url="http://127.0.0.1:9/v1", api_key_variable="HAUS_API_KEY")


def order(purpose: str, position: int, name: str, endpoint: Endpoint | None) -> ChatModel:
    row, _ = ChatModel.objects.get_or_create(endpoint=endpoint, name=name)
    ModelOrder.objects.create(purpose=purpose, position=position, model=row)
    return row


def test_without_any_configuration_the_offline_model_answers() -> None:
    model = build_language_model("answer", ledger=Ledger(), in_house=False)
    assert isinstance(model, OfflineLanguageModel)
    assert model.name == "offline-extractive"


def test_even_without_any_row_the_offline_model_answers() -> None:
    ModelOrder.objects.all().delete()
    assert build_language_model("answer", ledger=Ledger(), in_house=False).name == "offline-extractive"


def test_models_are_tried_in_their_order(endpoint: Endpoint) -> None:
    order("answer", 2, "zweites", endpoint)
    order("answer", 1, "erstes", endpoint)
    model = build_language_model("answer", ledger=Ledger(), in_house=False, prompt=load_published_prompt("answer"))
    assert isinstance(model, FallbackLanguageModel)
    assert [each.name for each in model.models] == ["erstes", "zweites", "offline-extractive"]


def test_an_own_order_for_answers_keeps_the_extracts_unless_they_are_switched_off(endpoint: Endpoint) -> None:
    order("answer", 1, "erstes", endpoint)
    model = build_language_model("answer", ledger=Ledger(), in_house=False)
    assert isinstance(model, FallbackLanguageModel)
    ChatModel.objects.filter(name="offline-extractive").update(is_active=False)
    assert isinstance(build_language_model("answer", ledger=Ledger(), in_house=False), GatewayLanguageModel)


def test_an_endpoint_may_be_given_more_time(endpoint: Endpoint) -> None:
    endpoint.call_seconds = 100
    endpoint.save()
    order("answer", 1, "langsames", endpoint)
    model = build_language_model("answer", ledger=Ledger(), in_house=False)
    assert isinstance(model, FallbackLanguageModel)
    first = model.models[0]
    assert isinstance(first, GatewayLanguageModel)
    assert model.deadline == first.retry_policy.deadline == 100.0
    order("rephrase", 1, "langsames", endpoint)
    rephraser = build_language_model("rephrase", ledger=Ledger(), in_house=False)
    assert isinstance(rephraser, GatewayLanguageModel)
    assert rephraser.retry_policy.deadline == 10.0


def test_a_purpose_with_an_order_of_its_own_does_not_use_the_default(endpoint: Endpoint) -> None:
    order("tag", 1, "kleines", endpoint)
    assert build_language_model("tag", ledger=Ledger(), in_house=False).name == "kleines"
    assert build_language_model("summarise", ledger=Ledger(), in_house=False).name == "offline-extractive"


def test_switched_off_models_and_endpoints_are_passed_over(endpoint: Endpoint) -> None:
    row = order("tag", 1, "erstes", endpoint)
    assert isinstance(build_language_model("tag", ledger=Ledger(), in_house=False), GatewayLanguageModel)
    row.is_active = False
    row.save()
    assert build_language_model("tag", ledger=Ledger(), in_house=False).name == "offline-extractive"
    ChatModel.objects.update(is_active=True)
    endpoint.is_active = False
    endpoint.save()
    assert build_language_model("tag", ledger=Ledger(), in_house=False).name == "offline-extractive"


def test_choosing_a_model_takes_one_query(endpoint: Endpoint, django_assert_num_queries: object) -> None:
    order("answer", 1, "erstes", endpoint)
    with django_assert_num_queries(1):  # type: ignore[operator]
        build_language_model("answer", ledger=Ledger(), in_house=False)


def test_the_key_is_read_from_the_environment_and_shown_nowhere(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAUS_API_KEY", "sk-geheim")
    order("tag", 1, "erstes", endpoint)
    model = build_language_model("tag", ledger=Ledger(), in_house=False)
    assert isinstance(model, GatewayLanguageModel)
    assert model.gateway.address.api_key == "sk-geheim"
    assert "sk-geheim" not in repr(model) + repr(model.gateway.address)


def test_a_key_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("sk-datei\n", encoding="utf-8")
    monkeypatch.setenv("HAUS_API_KEY_FILE", str(tmp_path / "key"))
    assert read_api_key("HAUS_API_KEY", "https://models.example/v1") == "sk-datei"


def test_a_missing_key_file_is_logged_and_gives_no_key(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HAUS_API_KEY_FILE", "/nirgends/key")
    assert read_api_key("HAUS_API_KEY", "https://models.example/v1") == ""
    assert "HAUS_API_KEY_FILE cannot be read" in caplog.text


def test_a_key_that_no_header_can_hold_is_logged_and_not_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HAUS_API_KEY", "schlüssel")
    assert read_api_key("HAUS_API_KEY", "https://models.example/v1") == ""
    assert "HAUS_API_KEY holds characters" in caplog.text
    assert "schlüssel" not in caplog.text


def test_an_address_with_a_port_that_does_not_exist_is_refused(endpoint: Endpoint) -> None:
    endpoint.base_url = "http://127.0.0.1:99999/v1"
    with pytest.raises(ValidationError, match="99999"):
        endpoint.full_clean()


def test_search_uses_the_row_that_is_marked_for_it(endpoint: Endpoint) -> None:
    assert embedding_model_row().name == "offline-ngrams"
    assert isinstance(build_embedder(embedding_model_row(), ledger=Ledger()), OfflineEmbedder)
    EmbeddingModel.objects.update(is_default=False)
    EmbeddingModel.objects.create(endpoint=endpoint, name="bge-m3", dimensions=1024, is_default=True)
    found = build_embedder(embedding_model_row(), ledger=Ledger(), deadline=15.0)
    assert isinstance(found, GatewayEmbedder)
    assert (found.name, found.dimensions, found.retry_policy.deadline) == ("bge-m3", 1024, 15.0)


def test_search_gets_the_offline_row_when_none_is_marked() -> None:
    EmbeddingModel.objects.all().delete()
    row = embedding_model_row()
    assert (row.name, row.is_default, row.dimensions) == ("offline-ngrams", True, 1024)
