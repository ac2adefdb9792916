"""Settings are remembered between questions and never stale: any change of a settings table is seen at once."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.database.settings_cache import invalidate_settings_cache, load_cached, use_settings_cache
from apps.documents.models import Collection, Readers
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_language_model, embedding_model_row
from apps.llm.models import ChatModel, EmbeddingModel, ModelOrder, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import load_published_prompt, publish_version
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import active_profile
from apps.retrieval.preparation.readable_collections import readable_collection_ids
from tests import factories

pytestmark = pytest.mark.django_db


def within(read: Callable[[], object]) -> object:
    with use_settings_cache():
        return read()


def test_a_second_question_asks_the_database_for_one_number_only() -> None:
    def read() -> object:
        return (
            active_profile(),
            load_published_prompt("answer"),
            embedding_model_row(),
            build_language_model("answer", ledger=Ledger(), in_house=False),
        )

    within(read)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        within(read)
    assert len(queries) == 1
    assert "stamp" in queries.captured_queries[0]["sql"]


def test_outside_of_it_nothing_is_remembered() -> None:
    values = iter([1, 2])
    assert [load_cached("counter", lambda: next(values)) for _ in range(2)] == [1, 2]


def test_another_active_profile_is_seen_at_once_even_without_the_models_save() -> None:
    before = within(active_profile)
    Profile.objects.filter(is_active=True).update(is_active=False)
    other = Profile.objects.exclude(pk=before.pk)[0]  # type: ignore[attr-defined]
    Profile.objects.filter(pk=other.pk).update(is_active=True)
    assert within(active_profile) == other


def test_another_wording_is_seen_at_once() -> None:
    within(lambda: load_published_prompt("answer"))
    prompt = Prompt.objects.get(slug="answer")
    first = PromptVersion.objects.get(prompt=prompt)
    second = PromptVersion.objects.create(prompt=prompt, system=first.system + " Neu.", user=first.user)
    publish_version(prompt, second)
    assert within(lambda: load_published_prompt("answer").number) == second.number


def test_another_order_of_models_is_seen_at_once() -> None:
    assert within(lambda: build_language_model("answer", ledger=Ledger(), in_house=False).name) == "offline-extractive"
    row = ChatModel.objects.create(name="second-offline")
    ModelOrder.objects.create(purpose="answer", model=row, position=1)
    ModelOrder.objects.filter(model=row).update(position=2)
    ChatModel.objects.filter(pk=row.pk).update(is_active=False)
    assert within(lambda: build_language_model("answer", ledger=Ledger(), in_house=False).name) == "offline-extractive"


def test_another_embedding_model_is_seen_at_once() -> None:
    within(embedding_model_row)
    EmbeddingModel.objects.update(threshold=0.77)
    assert within(lambda: embedding_model_row().threshold) == 0.77


def test_a_collection_that_was_closed_is_closed_for_the_next_question() -> None:
    factories.collection("offen")
    assert within(lambda: readable_collection_ids(None, None))
    Collection.objects.update(readers=Readers.STAFF)
    assert within(lambda: readable_collection_ids(None, None)) == []


def test_what_was_remembered_in_a_transaction_that_failed_is_not_used() -> None:
    before = within(lambda: embedding_model_row().threshold)
    with transaction.atomic():
        EmbeddingModel.objects.update(threshold=0.55)
        assert within(lambda: embedding_model_row().threshold) == 0.55
        transaction.set_rollback(True)
    assert within(lambda: embedding_model_row().threshold) == before


def test_forgetting_makes_everybody_read_anew() -> None:
    values = iter([1, 2])
    assert within(lambda: load_cached("index", lambda: next(values))) == 1
    assert within(lambda: load_cached("index", lambda: next(values))) == 1
    invalidate_settings_cache()
    assert within(lambda: load_cached("index", lambda: next(values))) == 2


def test_what_no_trigger_watches_is_loaded_again_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, loaded = [1_000.0], []
    monkeypatch.setattr("apps.database.settings_cache.time.monotonic", lambda: now[0])

    def load() -> int:
        loaded.append(1)
        return len(loaded)

    def read() -> object:
        return load_cached("statistics-of-a-test", load, seconds=30)

    assert within(read) == within(read) == 1
    now[0] += 31
    assert within(read) == 2
