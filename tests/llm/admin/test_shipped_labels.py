"""The built-in models are named in the reader's language, until somebody gives one a name of their own."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.llm.models import ChatModel, EmbeddingModel, Endpoint

pytestmark = pytest.mark.django_db


def listed(client: Client, name: str, language: str) -> str:
    answer = client.get(reverse(f"admin:{name}_changelist"), headers={"Accept-Language": language})
    return str(answer.content.decode())


@pytest.mark.parametrize("name", ["llm_chatmodel", "llm_modelorder"])
def test_a_shipped_label_is_shown_in_the_language_of_the_reader(admin_client: Client, name: str) -> None:
    assert "Offline (excerpts)" in listed(admin_client, name, "en")
    assert "Offline (Auszüge)" in listed(admin_client, name, "de")


def test_so_are_those_of_models_that_make_vectors(admin_client: Client) -> None:
    assert "Offline (sequences of letters) (" in listed(admin_client, "llm_embeddingmodel", "en")
    assert "Offline (Buchstabenfolgen) (" in listed(admin_client, "llm_embeddingmodel", "de")


def test_nothing_stored_changes_and_a_name_that_somebody_gave_stays(admin_client: Client) -> None:
    row = ChatModel.objects.get(endpoint=None)
    assert row.label == "Offline (Auszüge)"
    ChatModel.objects.filter(pk=row.pk).update(label="Hausmodell")
    EmbeddingModel.objects.update(label="Hausvektoren")
    assert "Hausmodell" in listed(admin_client, "llm_chatmodel", "en")
    assert "Hausvektoren" in listed(admin_client, "llm_embeddingmodel", "en")


def test_a_model_of_a_server_keeps_its_label_whatever_it_is() -> None:
    endpoint = Endpoint.objects.create(name="own", base_url="http://127.0.0.1:9/v1")
    assert str(ChatModel(endpoint=endpoint, name="m", label="Offline (Auszüge)")) == "Offline (Auszüge)"
