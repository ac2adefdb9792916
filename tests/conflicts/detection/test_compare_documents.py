"""Contradictions in the database: found once, kept with their decisions, gone with their documents."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone
from psycopg.errors import QueryCanceled

from apps.conflicts.comparison.decide_contradiction import Disagreement
from apps.conflicts.detection import compare_documents, extract_and_store_facts
from apps.conflicts.detection.compare_documents import MOST_DOCUMENTS, FoundConflict, compare_document
from apps.conflicts.detection.pending_revisions import comparison_progress, pending_documents
from apps.conflicts.models import ComparedRevision, Conflict, ConflictState, StoredFact
from apps.conflicts.open_conflicts import open_conflicts
from apps.conflicts.tasks import sweep
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Revision, Step
from tests.factories import add_revision, collection, document
from tests.tables import tables_with

FIVE = "Der Eintritt ins Hallenbad kostet 5 Euro."
SEVEN = "Der Eintritt ins Hallenbad kostet 7 Euro."


@pytest.fixture
def town(db: None) -> Collection:
    return collection("town")


@pytest.fixture
def pool(town: Collection) -> Document:
    return document(["Vorwort.", FIVE], collection=town, title="Badeordnung", embed=False)


@pytest.fixture
def leaflet(town: Collection) -> Document:
    return document([f"Willkommen. {SEVEN}"], collection=town, title="Merkblatt", embed=False)


def test_two_documents_that_contradict_each_other_are_listed_with_their_pages(
    pool: Document, leaflet: Document
) -> None:
    assert (compare_document(pool), compare_document(leaflet)) == (0, 1)
    conflict = Conflict.objects.get()
    assert {(fact.text, fact.page, fact.document) for fact in (conflict.first, conflict.second)} == {
        (FIVE, 2, pool),
        (SEVEN, 1, leaflet),
    }
    assert (conflict.kind, conflict.state, conflict.collection) == ("number", ConflictState.OPEN, pool.collection)
    assert conflict.first.url.startswith(f"/documents/{pool.pk}/pages/2/?quote=")


def test_comparing_again_finds_the_same_and_no_more(pool: Document, leaflet: Document) -> None:
    for each in (pool, leaflet, pool, leaflet):
        compare_document(each)
    assert Conflict.objects.count() == 1
    assert StoredFact.objects.count() == 2


def test_what_the_version_before_found_as_possible_goes_when_its_documents_are_compared(
    pool: Document, leaflet: Document
) -> None:
    """Both versions run beside each other while machines are exchanged."""
    compare_document(pool)
    StoredFact.objects.update(stated="money")
    assert compare_document(leaflet) == 0
    pair = {"first": StoredFact.objects.get(stated="money"), "second": StoredFact.objects.get(stated="")}
    Conflict.objects.create(collection=pool.collection, kind="money", is_possible=True, **pair)
    assert open_conflicts([pool.pk, leaflet.pk]) == []
    assert compare_document(pool) == 1
    assert not Conflict.objects.get().is_possible
    assert not StoredFact.objects.exclude(stated="").exists()


def test_a_decision_holds_when_the_contradiction_is_found_again(pool: Document, leaflet: Document) -> None:
    editor = User.objects.create_user("editor")
    compare_document(pool)
    compare_document(leaflet)
    Conflict.objects.get().decide(ConflictState.DISMISSED, editor, "Kinderpreis")
    compare_document(pool)
    found = Conflict.objects.get()
    assert (found.state, found.decided_by, found.note) == (ConflictState.DISMISSED, editor, "Kinderpreis")


def test_a_decision_about_the_card_says_nothing_of_the_passport(town: Collection) -> None:
    editor = User.objects.create_user("editor")
    for title in ("Personalausweis", "Reisepass"):
        before = set(Conflict.objects.values_list("pk", flat=True))
        for price, year in ((30, 2024), (37, 2025)):
            text = f"Die Gebühr beträgt {price} Euro."
            compare_document(document([text], collection=town, title=title, external_id=f"{title} {year}", embed=False))
        [found] = Conflict.objects.exclude(pk__in=before)
        assert found.state == ConflictState.OPEN, title
        found.decide(ConflictState.DISMISSED, editor, "zwei Arten")


def test_who_was_hidden_for_a_while_is_compared_with_whoever_came_meanwhile(pool: Document, town: Collection) -> None:
    sweep()
    Document.objects.filter(pk=pool.pk).update(reader_groups=[7], reader_users=[])
    document([SEVEN], collection=town, title="Merkblatt", embed=False)
    sweep()
    assert not Conflict.objects.exists()
    Document.objects.filter(pk=pool.pk).update(reader_groups=None, reader_users=None)
    sweep()
    assert Conflict.objects.count() == 1


def test_documents_of_other_collections_are_not_compared(pool: Document) -> None:
    other = document([SEVEN], collection=collection("elsewhere"), embed=False)
    assert (compare_document(pool), compare_document(other)) == (0, 0)


def test_documents_of_other_collections_are_not_compared_even_where_their_keys_are_the_same_by_chance(
    pool: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key has 32 bits, and who may read one collection may not read the other."""
    monkeypatch.setattr(extract_and_store_facts, "fact_keys", lambda fact, scope: [1, 2, 3])
    other = document([SEVEN], collection=collection("elsewhere"), embed=False)
    assert (compare_document(pool), compare_document(other)) == (0, 0)


def test_a_contradiction_across_collections_is_shown_nowhere(pool: Document, leaflet: Document) -> None:
    compare_document(pool)
    compare_document(leaflet)
    assert (Conflict.objects.between_open().count(), len(open_conflicts([pool.pk]))) == (1, 1)
    Document.objects.filter(pk=leaflet.pk).update(collection=collection("elsewhere"))
    assert (Conflict.objects.between_open().count(), open_conflicts([pool.pk])) == (0, [])


def test_a_withdrawn_document_takes_its_contradictions_along(pool: Document, leaflet: Document) -> None:
    compare_document(pool)
    compare_document(leaflet)
    assert tables_with("kostet 7 Euro")
    withdraw_documents([leaflet.pk])
    assert not Conflict.objects.exists()
    assert tables_with("kostet 7 Euro") == []
    assert [fact.document for fact in StoredFact.objects.all()] == [pool]


def test_a_replaced_revision_takes_them_along_and_is_compared_anew(pool: Document, leaflet: Document) -> None:
    compare_document(pool)
    compare_document(leaflet)
    old = leaflet.current_revision
    assert old is not None
    add_revision(leaflet, [FIVE], embed=False)
    old.delete()
    assert not Conflict.objects.exists()
    assert list(pending_documents(leaflet.collection)) == [leaflet]
    assert compare_document(leaflet) == 0


def test_what_many_documents_say_each_of_itself_is_no_contradiction(town: Collection) -> None:
    texts = [
        f"Der Vorsitz des Ausschusses kann mit einer Mehrheit von {number}0 Stimmen abgewählt werden."
        for number in range(2, 9)
    ]
    for text in texts:
        compare_document(document([text], collection=town, embed=False))
    assert len(texts) > MOST_DOCUMENTS + 1
    assert not Conflict.objects.exists()


def test_the_sweep_compares_what_is_new_after_all_imports(pool: Document, leaflet: Document) -> None:
    assert comparison_progress(pool.collection).compared == 0
    step = Step.objects.create(revision=pool.current_revision, stage="embed")
    assert sweep() == 0
    step.delete()
    assert sweep() == 2
    assert comparison_progress(pool.collection).is_complete
    assert sweep() == 0
    assert Conflict.objects.count() == 1


def test_the_sweep_waits_for_no_step_that_is_put_off(pool: Document, leaflet: Document) -> None:
    """Such as until tomorrow, for a budget that is spent."""
    step = Step.objects.create(revision=pool.current_revision, stage="summarise")
    assert sweep() == 0
    Step.objects.filter(pk=step.pk).update(state="running", lease_until=timezone.now() + timedelta(minutes=1))
    assert sweep() == 0
    Step.objects.filter(pk=step.pk).update(state="waiting", next_retry_at=timezone.now() + timedelta(hours=9))
    assert sweep() == 2


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch, pool: Document, leaflet: Document) -> Document:
    """One whose comparison raises."""
    read = compare_documents.store_facts

    def store_or_fail(document: Document, revision: int) -> int:
        if document.pk == pool.pk:
            raise RecursionError("too deep")
        return read(document, revision)

    monkeypatch.setattr(compare_documents, "store_facts", store_or_fail)
    return pool


def test_the_sweep_goes_on_after_a_document_whose_comparison_raises(
    hostile: Document, leaflet: Document, caplog: pytest.LogCaptureFixture
) -> None:
    assert sweep() == 1
    assert f"Document {hostile.pk} cannot be compared" in caplog.text
    assert [each.revision.document for each in ComparedRevision.objects.filter(error="")] == [leaflet]
    assert (comparison_progress().compared, comparison_progress().failed, comparison_progress().is_complete) == (
        1,
        1,
        False,
    )
    # What an error says may hold text of the document, which the log alone keeps.
    assert ComparedRevision.objects.get(revision=hostile.current_revision_id).error == "RecursionError"
    # Not every minute anew: with a new version of the document, or of the comparison.
    assert (sweep(), list(pending_documents())) == (0, [])


def test_a_document_whose_statements_take_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch, pool: Document) -> None:
    def too_slow(document: Document, revision: int) -> int:
        raise OperationalError("canceling statement due to statement timeout") from QueryCanceled()

    monkeypatch.setattr(compare_documents, "store_facts", too_slow)
    assert (sweep(), comparison_progress().failed) == (0, 1)


def test_a_machine_without_memory_is_no_fault_of_the_document(monkeypatch: pytest.MonkeyPatch, pool: Document) -> None:
    def full(document: Document, revision: int) -> int:
        raise MemoryError

    monkeypatch.setattr(compare_documents, "store_facts", full)
    with pytest.raises(MemoryError):
        sweep()
    assert list(pending_documents()) == [pool]


def test_a_database_that_is_away_is_no_fault_of_the_document(
    monkeypatch: pytest.MonkeyPatch, pool: Document, leaflet: Document
) -> None:
    def away(document: Document, revision: int) -> int:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(compare_documents, "store_facts", away)
    with pytest.raises(OperationalError):
        sweep()
    assert list(pending_documents()) == [pool, leaflet]


def test_a_document_out_of_search_is_neither_compared_nor_found(pool: Document, leaflet: Document) -> None:
    compare_document(pool)
    Document.objects.filter(pk=pool.pk).update(status="failed")
    assert compare_document(leaflet) == 0
    assert comparison_progress(pool.collection).documents == 1


def test_a_newer_version_of_the_comparison_compares_all_anew(pool: Document) -> None:
    compare_document(pool)
    ComparedRevision.objects.update(version=0)
    assert list(pending_documents()) == [pool]


def test_a_price_list_that_contradicts_more_than_a_statement_has_parameters_is_compared(
    town: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Conflict.objects, "bulk_create", lambda rows, **_: rows)
    revision = Revision(document_id=1)
    mine, about = StoredFact(pk=1, revision=revision, text="Ein Kilo kostet 1 Euro."), Disagreement("number", "1", "2")
    found = [
        FoundConflict(mine, StoredFact(pk=number, revision=revision, text=f"Ein Kilo kostet {number} Euro."), about)
        for number in range(2, 70_000)
    ]
    assert len(compare_documents.drop_self_descriptions(found)) == len(found)
    compare_documents.store_conflicts(town.pk, found)
