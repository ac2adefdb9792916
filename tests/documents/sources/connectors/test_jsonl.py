"""JSONL records that are odd, and stay documents or become one named failure."""

import json
from pathlib import Path

import pytest

from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.jsonl import LONGEST_TITLE
from apps.documents.sources.connectors.source_item import NamedReaders


def read(tmp_path: Path, *lines: str) -> list[jsonl.Item]:
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(lines))
    return list(jsonl.items_of_file(file, "records.jsonl"))


def test_a_number_that_is_none_makes_the_record_broken_json(tmp_path: Path) -> None:
    good = json.dumps({"id": "b", "text": "Text"})
    broken, fine = read(tmp_path, '{"id": "a", "text": "Text", "weight": NaN}', good)
    assert (broken.external_id, broken.reason_code) == ("records.jsonl:1", "broken_record")
    assert (fine.external_id, fine.reason_code) == ("b", "")


def test_a_title_longer_than_its_column_is_cut(tmp_path: Path) -> None:
    (item,) = read(tmp_path, json.dumps({"id": "a", "title": "T" * 3_000, "text": "Text"}))
    assert len(item.title) == LONGEST_TITLE


def test_a_file_of_questions_that_count_pages_is_one_failure(tmp_path: Path) -> None:
    questions = [json.dumps({"question": "Wer?", "file": "a.pdf", "page": 1, "pages": 1}) for _ in range(3)]
    (item,) = read(tmp_path, *questions)
    assert item.reason_code == "broken_record"


@pytest.mark.parametrize("lines", ["", "\n  \n"])
def test_a_file_without_a_record_is_one_failure_and_not_silence(tmp_path: Path, lines: str) -> None:
    (item,) = read(tmp_path, lines)
    assert (item.external_id, item.reason_code) == ("records.jsonl", "empty_file")


@pytest.mark.parametrize(
    ("said", "readers"),
    [
        ('["Bauamt", "Personalrat"]', ("Bauamt", "Personalrat")),
        ('"Bauamt; Personalrat;"', ("Bauamt", "Personalrat")),
        ("[]", ()),
        ('""', ()),
        ("null", None),
    ],
)
def test_a_record_names_its_readers(tmp_path: Path, said: str, readers: tuple[str, ...] | None) -> None:
    [item] = read(tmp_path, f'{{"id": 1, "text": "x", "reader_groups": {said}}}')
    assert item.readers == (None if readers is None else NamedReaders(frozenset(readers)))
    assert "reader_groups" not in item.metadata


def test_a_record_names_people_with_groups_or_without(tmp_path: Path) -> None:
    both, alone = read(
        tmp_path,
        '{"id": 1, "text": "x", "reader_groups": "Bauamt", "reader_users": ["anna@amt.example", " bert "]}',
        '{"id": 2, "text": "x", "reader_users": "anna@amt.example"}',
    )
    anna, bert = ("anna@amt.example",), ("bert",)
    assert both.readers == NamedReaders(frozenset({"Bauamt"}), frozenset({anna, bert}))
    assert alone.readers == NamedReaders(people=frozenset({anna}))
    assert "reader_users" not in both.metadata | alone.metadata


@pytest.mark.parametrize("column", ["reader_groups", "reader_users"])
@pytest.mark.parametrize("said", ["5", "true", '{"Bauamt": 1}', '["Bauamt", 5]'])
def test_readers_that_cannot_be_read_open_nothing(tmp_path: Path, said: str, column: str) -> None:
    [item] = read(tmp_path, f'{{"id": 1, "text": "x", "{column}": {said}}}')
    assert item.reason_code == "broken_record"
    assert column in item.reason_detail["error"]
