"""Records name the groups that alone may read them; what is not known, or not said, opens nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.restrict_document_access import set_reader_groups
from apps.documents.models import Document, Source
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
    set_reader_groups([Document.objects.get().pk], [Group.objects.get(name="Bauamt").pk])
    bring_in(tmp_path, text="Die Gebühr beträgt vier Euro.")
    assert (may_read(builder), may_read(None)) == (True, False)


def test_people_who_were_named_here_stay_readers(tmp_path: Path, builder: User) -> None:
    bring_in(tmp_path)
    auditor = User.objects.create(username="pruefung")
    Document.objects.update(reader_groups=[], reader_users=[auditor.pk])
    bring_in(tmp_path, reader_groups=["Bauamt"])
    assert (may_read(builder), may_read(auditor), may_read(None)) == (True, True, False)


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
