"""What the console says before an embedding model is deleted, and that it loads no vector for it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.documents.models import Embedding
from apps.llm.models import EmbeddingModel
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def former() -> EmbeddingModel:
    """A model that search does not use, with three vectors."""
    model = factories.embedding_model("former")
    factories.document(["Eins.", "Zwei.", "Drei."], model=model)
    return model


def test_the_page_before_a_deletion_counts_vectors_and_loads_none(admin_client: Client, former: EmbeddingModel) -> None:
    address = reverse("admin:llm_embeddingmodel_delete", args=[former.pk])
    with CaptureQueriesContext(connection) as asked:
        page = admin_client.get(address)
    assert (str(Embedding._meta.verbose_name_plural), 3) in list(page.context["model_count"])
    assert not [query["sql"] for query in asked if '"documents_embedding"."vector"' in query["sql"]]


def test_a_model_is_deleted_with_its_vectors(admin_client: Client, former: EmbeddingModel) -> None:
    with CaptureQueriesContext(connection) as asked:
        admin_client.post(reverse("admin:llm_embeddingmodel_delete", args=[former.pk]), {"post": "yes"})
    assert not EmbeddingModel.objects.filter(pk=former.pk).exists()
    assert not Embedding.objects.filter(model=former.pk).exists()
    assert not [query["sql"] for query in asked if '"documents_embedding"."vector"' in query["sql"]]


def test_the_model_that_search_uses_is_not_deleted_with_others(admin_client: Client, former: EmbeddingModel) -> None:
    in_use = EmbeddingModel.objects.get(is_default=True)
    chosen = {"action": "delete_selected", "_selected_action": [former.pk, in_use.pk], "post": "yes"}
    assert admin_client.post(reverse("admin:llm_embeddingmodel_changelist"), chosen).status_code == 403
    assert EmbeddingModel.objects.filter(pk__in=[former.pk, in_use.pk]).count() == 2
