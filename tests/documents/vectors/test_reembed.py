"""Another embedding model: vectors fill in beside the old ones, the switch is one row, and it goes back again."""

import json
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from apps.documents.models import Embedding
from apps.documents.vectors import reembed, write_vectors
from apps.documents.vectors.reembed import VectorsMissing, embed_missing, switch_search_model
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK, PERSON
from apps.llm.errors import ModelError, model_error
from apps.llm.model_registry import embedding_model_row
from apps.llm.models import EmbeddingModel
from apps.llm.transport.priority_semaphore import call_rank
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def other() -> EmbeddingModel:
    """A second row without an endpoint is embedded by the built-in model too, under its own name."""
    return EmbeddingModel.objects.create(name="second", dimensions=embedding_model_row().dimensions)


def test_filling_embeds_everything_in_search_once(other: EmbeddingModel) -> None:
    factories.document(["Erste Seite.", "Zweite Seite."], summary="Beide Seiten.")
    seen: list[tuple[int, int]] = []
    assert embed_missing(other, lambda done, total: seen.append((done, total))) == 3
    assert seen[-1] == (3, 3)
    assert Embedding.objects.filter(model=other).count() == 3
    assert embed_missing(other) == 0


def test_the_old_vectors_stay_and_search_stays_on_them(other: EmbeddingModel) -> None:
    factories.document(["Erste Seite."])
    before = embedding_model_row()
    old = set(Embedding.objects.filter(model=before).values_list("pk", flat=True))
    embed_missing(other)
    assert set(Embedding.objects.filter(model=before).values_list("pk", flat=True)) == old
    assert embedding_model_row() == before


def test_switching_waits_until_everything_is_embedded(other: EmbeddingModel) -> None:
    factories.document(["Erste Seite."])
    with pytest.raises(VectorsMissing, match="second"):
        switch_search_model(other)
    embed_missing(other)
    switch_search_model(other)
    assert embedding_model_row() == other


def test_switching_back_needs_only_what_came_meanwhile(other: EmbeddingModel) -> None:
    before = embedding_model_row()
    factories.document(["Erste Seite."])
    embed_missing(other)
    switch_search_model(other)
    factories.document(["Neu hinzugekommen."], model=other)
    assert write_vectors.chunks_without_vector(before).count() == 1
    assert embed_missing(before) == 1
    switch_search_model(before)
    assert embedding_model_row() == before


def test_the_command_fills_and_switches(other: EmbeddingModel) -> None:
    factories.document(["Erste Seite."])
    out = StringIO()
    call_command("reembed", "second", "--switch", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"model": "second", "embedded": 1, "used_for_search": True}


def test_the_command_names_the_models_there_are() -> None:
    with pytest.raises(CommandError, match="Unknown embedding model 'nobody'") as raised:
        call_command("reembed", "nobody")
    assert "offline-ngrams" in str(raised.value)
    assert raised.value.returncode == 2


def test_a_model_without_vectors_that_is_chosen_in_the_admin_takes_over_later(
    admin_client: Client, other: EmbeddingModel
) -> None:
    factories.document(["Erste Seite."])
    before = embedding_model_row()
    data = {"action": "use_for_search", "_selected_action": [other.pk]}
    admin_client.post(reverse("admin:llm_embeddingmodel_changelist"), data)
    assert embedding_model_row() == before
    other.refresh_from_db()
    assert other.takes_over
    embed_missing(other)
    admin_client.post(reverse("admin:llm_embeddingmodel_changelist"), data)
    assert embedding_model_row() == other


def test_the_size_of_vectors_that_exist_cannot_be_changed(admin_client: Client) -> None:
    factories.document(["Erste Seite."])
    row = embedding_model_row()
    address = reverse("admin:llm_embeddingmodel_change", args=[row.pk])
    admin_client.post(address, {"dimensions": 8, "threshold": 0.1, "batch_size": 64, "label": "x"})
    row.refresh_from_db()
    assert (row.dimensions, row.label) == (1024, "x")


class ScriptedEmbedder:
    """Asks `fails` about each call before it answers."""

    name, dimensions = "second", 1024

    def __init__(self, fails: Callable[[Sequence[str]], BaseException | None]) -> None:
        self.fails = fails
        self.calls: list[int] = []
        self.ranks: set[int] = set()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(len(texts))
        self.ranks.add(call_rank.get())
        error = self.fails(texts)
        if error is not None:
            raise error
        return [[1.0, *[0.0] * 1023] for _ in texts]


@pytest.fixture
def twenty_pages(other: EmbeddingModel) -> EmbeddingModel:
    EmbeddingModel.objects.filter(pk=other.pk).update(batch_size=8)
    factories.document([f"Seite {number}." for number in range(20)])
    return EmbeddingModel.objects.get(pk=other.pk)


def test_searches_get_the_places_at_the_server_before_vectors_are_filled_in(
    twenty_pages: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedEmbedder(lambda texts: None)
    with_embedder(monkeypatch, model)
    embed_missing(twenty_pages)
    assert model.ranks == {LAST_RANK}
    assert call_rank.get() == PERSON


def with_embedder(monkeypatch: pytest.MonkeyPatch, model: ScriptedEmbedder) -> dict[str, Any]:
    """The keywords with which the embedder is asked for."""
    asked: dict[str, Any] = {}

    def made(row: EmbeddingModel, **options: Any) -> ScriptedEmbedder:
        asked.update(options)
        return model

    monkeypatch.setattr(reembed, "build_embedder", made)
    return asked


def test_a_server_that_is_too_slow_for_a_batch_gets_smaller_ones(
    twenty_pages: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = ScriptedEmbedder(lambda texts: model_error("timeout", "slow") if len(texts) > 2 else None)
    asked = with_embedder(monkeypatch, slow)
    assert embed_missing(twenty_pages) == 20
    assert write_vectors.chunks_without_vector(twenty_pages).count() == 0
    assert asked["deadline"] >= 180, "nobody waits for it"


def test_each_reply_is_stored_when_it_comes(twenty_pages: EmbeddingModel, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = ScriptedEmbedder(lambda texts: model_error("unreachable", "gone") if len(failing.calls) > 1 else None)
    with_embedder(monkeypatch, failing)
    with pytest.raises(ModelError):
        embed_missing(twenty_pages)
    assert write_vectors.chunks_without_vector(twenty_pages).count() == 12


def test_a_run_that_was_killed_goes_on_where_it_was(
    twenty_pages: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = ScriptedEmbedder(lambda texts: SystemExit() if len(killed.calls) > 2 else None)
    with_embedder(monkeypatch, killed)
    with pytest.raises(SystemExit):
        embed_missing(twenty_pages)
    again = ScriptedEmbedder(lambda texts: None)
    with_embedder(monkeypatch, again)
    assert embed_missing(twenty_pages) == 4
    assert sum(again.calls) == 4


def test_one_text_that_always_takes_too_long_is_an_error(
    twenty_pages: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = ScriptedEmbedder(lambda texts: model_error("timeout", "slow") if "Seite 7." in texts else None)
    with_embedder(monkeypatch, stuck)
    with pytest.raises(ModelError):
        embed_missing(twenty_pages)
    assert write_vectors.chunks_without_vector(twenty_pages).count() < 20
