from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from apps.database import read_from_standby
from apps.database.settings_cache import load_settings_stamp
from apps.documents.keywords.build_posting_rows import language_marker, select_posting_rows
from apps.documents.models import Document, Revision
from apps.documents.stages import publish
from apps.documents.stages.publish import PublishInput
from tests import factories
from tests.documents import pipeline_harness
from tests.documents.pipeline_harness import registered, resources, run_engine


@pytest.mark.django_db
def test_texts_of_several_languages_are_indexed_together_each_by_its_own() -> None:
    given = [
        PublishInput(1, "en", {1: "Cities"}),
        PublishInput(1, "fr", {2: "Les chevaux"}),
        PublishInput(1, "en", {3: "City"}),
    ]
    made = async_to_sync(publish.compute)(given, pipeline_harness.resources())
    terms = [set(select_posting_rows(each.rows, each.chunks)["term"].tolist()) for each in made]
    assert terms[0] == terms[2] != terms[1]
    assert [language_marker("en") in each for each in terms] == [True, False, True]
    assert [language_marker("fr") in each for each in terms] == [False, True, False]


@pytest.mark.django_db(transaction=True)
def test_a_revision_is_dated_when_it_is_switched_to_and_not_when_its_title_is_corrected(tmp_path: Path) -> None:
    dated = []
    for text in ("Die Gebühr ist 45 Euro.", "Die Gebühr ist 50 Euro."):
        (tmp_path / "a.txt").write_text(text, encoding="utf-8")
        registered(tmp_path)
        run_engine(resources())
        document = Document.objects.get()
        assert document.current_revision is not None
        assert document.current_revision.published_at == document.published_at == document.updated_at
        dated.append(document.published_at)
        document.title = "Gebühren"
        document.save()
        assert dated[-1] == document.published_at < document.updated_at
    assert dated[0] < dated[1]
    assert [Document.objects.published_since(moment).count() for moment in dated] == [1, 0]


@pytest.mark.django_db
def test_what_was_published_before_there_was_a_date_gets_that_of_its_document(monkeypatch: pytest.MonkeyPatch) -> None:
    migration = import_module("apps.documents.migrations.0034_fill_published_at")
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    for _number in range(5):
        document = factories.document(embed=False)
    Revision.objects.update(published_at=None)
    dated = Revision.objects.filter(document=document, number=1)
    dated.update(published_at=document.created_at)
    factories.add_revision(document, ["Noch nicht in der Suche."], switch=False, embed=False)
    migration.fill(None, SimpleNamespace(connection=connection))
    shown = Revision.objects.filter(pk__in=Document.objects.values("current_revision"))
    assert [each.published_at for each in shown.exclude(pk__in=dated)] == list(
        shown.exclude(pk__in=dated).values_list("document__updated_at", flat=True)
    )
    assert dated.get().published_at == document.created_at
    assert Revision.objects.filter(published_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_standbys_with_a_replaced_text_are_not_asked_until_they_have_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new needs no such care: the number, which makes every process read its settings anew, stays."""
    monkeypatch.setattr(read_from_standby, "standby_aliases", lambda: ["replica0"])
    monkeypatch.setattr(read_from_standby, "primary_position", lambda: None)
    has_drawn = []
    for text in ("Die Gebühr ist 45 Euro. Name: Anna.", "Die Gebühr ist 45 Euro."):
        (tmp_path / "a.txt").write_text(text, encoding="utf-8")
        registered(tmp_path)
        before = load_settings_stamp()
        run_engine(resources())
        has_drawn.append(load_settings_stamp() != before)
    assert has_drawn == [False, True]


@pytest.mark.django_db
@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_of_two_revisions_that_are_published_together_the_newer_one_is_in_search(places: tuple[int, int]) -> None:
    document = factories.document(["Die Gebühr ist 45 Euro."], embed=False)
    new = factories.add_revision(document, ["Die Gebühr ist 50 Euro."], switch=False, embed=False)
    revisions = [Revision.objects.get(number=1), new]
    publish.store([published_job(revisions[place]) for place in places])
    document.refresh_from_db()
    assert (document.current_revision, document.revisions.count()) == (new, 1)


@pytest.mark.django_db
def test_an_older_revision_that_is_published_late_does_not_take_the_place_of_the_newer_one() -> None:
    document = factories.document(["Die Gebühr ist 45 Euro."], embed=False)
    new = factories.add_revision(document, ["Die Gebühr ist 50 Euro."], embed=False)
    publish.store([published_job(Revision.objects.get(number=1))])
    document.refresh_from_db()
    assert document.current_revision == new


def published_job(revision: Revision) -> tuple[Any, publish.Postings]:
    texts = {chunk.pk: chunk.text for chunk in revision.chunks.all()}
    [postings] = async_to_sync(publish.compute)([PublishInput(1, "de", texts)], pipeline_harness.resources())
    return SimpleNamespace(document_id=revision.document_id, revision_id=revision.pk, may_have_output=False), postings
