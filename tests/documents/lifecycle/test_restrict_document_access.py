"""Records name the groups that alone may read them; what is not known, or not said, opens nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.restrict_document_access import (
    hand_over_reading,
    set_readers,
    set_readers_of_source,
)
from apps.documents.models import Document, Listing, NamedReader, Readers, Source
from apps.documents.sources.connectors.source_item import NamedReaders
from config.user_directory.models import SignInSubject
from tests import factories
from tests.documents.source_runs import counts, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def builder() -> User:
    made = User.objects.create(username="bau")
    made.groups.add(Group.objects.create(name="Bauamt"))
    return made


def bring_in(folder: Path, **said: Any) -> None:
    record = {"id": "7", "text": "Die Gebühr beträgt drei Euro.", **said}
    (folder / "records.jsonl").write_text(json.dumps(record), encoding="utf-8")
    import_paths([folder / "records.jsonl"], "amt", queue=True)


def may_read(user: User | None) -> bool:
    return Document.objects.readable_by(user).exists()


def test_a_record_is_for_its_groups_alone(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path, reader_groups=["Bauamt"])
    assert (may_read(builder), may_read(None)) == (True, False)


@pytest.mark.parametrize("names", [["Bauhof"], []])
def test_a_record_without_a_known_group_is_for_administrators_alone(
    tmp_path: Path, builder: User, names: list[str]
) -> None:
    bring_in(tmp_path, reader_groups=names)
    assert (may_read(builder), may_read(None)) == (False, False)
    assert may_read(User.objects.create_superuser("admin"))


def test_an_unknown_group_beside_a_known_one_opens_nothing_more(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path, reader_groups=["Bauamt", "Bauhof"])
    assert Document.objects.get().reader_groups == [Group.objects.get(name="Bauamt").pk]


def test_other_readers_hold_at_once_although_the_text_is_the_same(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path, reader_groups=["Bauamt"])
    bring_in(tmp_path, reader_groups=["Bauhof"])
    assert not may_read(builder)


def test_a_record_that_says_nothing_leaves_its_readers_as_they_are(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path)
    assert may_read(None)
    set_readers([Document.objects.get().pk], groups=[Group.objects.get(name="Bauamt").pk])
    bring_in(tmp_path, text="Die Gebühr beträgt vier Euro.")
    assert (may_read(builder), may_read(None)) == (True, False)


def test_people_who_were_named_here_stay_readers(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path)
    auditor = User.objects.create(username="pruefung")
    set_readers([Document.objects.get().pk], people=[auditor.pk])
    bring_in(tmp_path, reader_groups=["Bauamt"])
    assert (may_read(builder), may_read(auditor), may_read(None)) == (True, True, False)


def test_a_record_is_for_its_people_alone_also_those_who_come_later(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path, reader_users="anna@amt.example; sub-7; niemand")
    assert (may_read(builder), may_read(None)) == (False, False)
    anna = User.objects.create(username="sso-1", email="anna@amt.example")
    other = User.objects.create(username="sso-2")
    assert (may_read(anna), may_read(other)) == (True, False)
    SignInSubject.objects.create(account=other, subject="sub-7")
    assert may_read(other)
    bring_in(tmp_path, reader_users=[], reader_groups=["Bauamt"])
    assert (may_read(anna), may_read(other), may_read(builder)) == (False, False, True)


def test_names_that_no_column_holds_open_nothing(tmp_path: Path) -> None:
    bring_in(tmp_path)
    people = frozenset({("x" * 300,), ("a\0b",)})
    set_readers_of_source([(Document.objects.get().pk, NamedReaders(people=people))])
    assert not NamedReader.objects.exists()
    assert not may_read(User.objects.create(username="ab"))


def test_whoever_names_nobody_any_more_opens_what_no_source_closes(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path)
    document, group = Document.objects.get().pk, builder.groups.get().pk
    set_readers([document], groups=[group], people=[builder.pk])
    set_readers([document], groups=[])
    assert (may_read(builder), may_read(None)) == (True, False), "a person is named still"
    set_readers([document], people=[])
    assert may_read(None)
    bring_in(tmp_path, reader_users=["anna"])
    set_readers([document], groups=[group], people=[builder.pk])
    set_readers([document], groups=[], people=[])
    assert (may_read(builder), may_read(None)) == (False, False), "its source names somebody"
    assert may_read(User.objects.create(username="anna"))


def test_what_is_for_administrators_alone_is_not_opened_by_an_empty_list_beside_it(
    tmp_path: Path, builder: User
) -> None:
    bring_in(tmp_path, reader_groups=["Bauhof"])
    document = Document.objects.get().pk
    set_readers([document], people=[])
    assert not may_read(builder)
    set_readers([document], groups=[], people=[])
    assert may_read(builder)


def test_what_a_source_closes_is_not_opened_by_taking_the_last_name_off(builder: User) -> None:
    source = Source.objects.create(name="Wiki", kind="xwiki", collection=factories.collection("akten"))
    document = factories.document(collection=source.collection, embed=False)
    Listing.objects.create(source=source, document=document, is_closed=True)
    set_readers_of_source([(document.pk, NamedReaders(frozenset({"Bauhof"})))])
    set_readers([document.pk], people=[builder.pk])
    assert may_read(builder)
    set_readers([document.pk], groups=[], people=[])
    assert (may_read(builder), may_read(None)) == (False, False)
    assert may_read(User.objects.create_superuser("admin"))


def test_another_account_of_the_same_person_takes_over_what_was_given_by_name() -> None:
    first, second = User.objects.create(username="first"), User.objects.create(username="second")
    closed = factories.collection("akten", readers=Readers.GROUPS, people=[first])
    document = factories.document(collection=closed, embed=False)
    set_readers([document.pk], people=[first.pk])
    hand_over_reading(first.pk, second.pk)
    assert (may_read(first), may_read(second)) == (False, True)
    hand_over_reading(second.pk)
    document.refresh_from_db()
    assert (document.reader_groups, document.reader_users) == ([], [])
    assert not closed.reader_users.exists()


def test_records_in_a_watched_folder_name_their_readers_too(tmp_path: Path, builder: User, settings: Any) -> None:
    settings.IMPORT_FOLDERS = [str(tmp_path)]
    records = [{"id": 1, "text": "Offen."}, {"id": 2, "text": "Nur für das Bauamt.", "reader_groups": "Bauamt"}]
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    source = Source.objects.create(
        name="Ablage", kind="folder", collection=factories.collection("ablage"), location=str(tmp_path),
        options={"settle_seconds": 0},
    )  # fmt: skip
    assert counts(run(source)) == (2, 0, 0, 0)
    assert set(Document.objects.readable_by(None).values_list("external_id", flat=True)) == {"1"}
    assert Document.objects.readable_by(builder).count() == 2
