"""Typed columns from the metadata of records, under whatever names they say it."""

import datetime
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from apps.documents.models import Document
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts, document_facts, join_title_and_part


def test_a_parliament_record_gives_number_term_parties_and_authors() -> None:
    facts = document_facts(
        {"wp": "19. Wahlperiode", "drucksache": "19/10063", "asked_by": "Meier, Eva (SPD); Ott, Uwe (CDU)"}
    )
    assert facts == DocumentFacts("", "19/10063", 19, ("Meier, Eva (SPD)", "Ott, Uwe (CDU)"), ("SPD", "CDU"), "")


def test_parties_that_are_named_count_before_those_behind_names() -> None:
    assert document_facts({"party": ["Grüne"], "authors": ["Meier (SPD)"]}).parties == ("Grüne",)


@pytest.mark.parametrize("value", [None, "", "-", [], {"a": 1}, True, 1.5])
def test_what_says_nothing_stays_empty(value: object) -> None:
    assert document_facts({"number": value, "term": value, "parties": value}).parties == ()
    assert document_facts({"term": value}).term in (None, 1)


def test_long_values_fit_their_columns() -> None:
    facts = document_facts({"type": "x" * 900, "number": "9" * 900, "committee": "c" * 900, "authors": ["a" * 900] * 3})
    assert (len(facts.document_type), len(facts.number), len(facts.committee)) == (100, 50, 200)
    assert [len(author) for author in facts.authors] == [200]


@pytest.mark.django_db(transaction=True)
def test_records_fill_the_columns_and_a_changed_record_changes_them(tmp_path: Path) -> None:
    def import_with(text: str, **metadata: object) -> Document:
        record = {"id": "a", "title": "Radwege", "text": text, "date": "2024-03-01", "metadata": metadata}
        (tmp_path / "d.jsonl").write_text(json.dumps(record), encoding="utf-8")
        call_command("import_documents", str(tmp_path), collection="anfragen", json=True)
        return Document.objects.get(external_id="a")

    first = import_with("Der Radweg wird breiter.", drucksache="19/1", party="SPD", type="Schriftliche Anfrage")
    assert (first.number, first.parties, first.document_type) == ("19/1", ["SPD"], "Schriftliche Anfrage")
    assert first.date == datetime.date(2024, 3, 1)
    second = import_with("Der Radweg wird schmaler.", drucksache="19/2", party="CDU", term=19)
    assert (second.pk, second.number, second.parties, second.term) == (first.pk, "19/2", ["CDU"], 19)
    assert Document.objects.filter(parties__contains=["CDU"], number="19/2").count() == 1


@pytest.mark.parametrize(
    ("title", "part", "whole"),
    [
        ("Bericht 1", "Anlage 2", "Bericht 1 – Anlage 2"),
        ("Bericht 1", "h19-0001-v.PDF", "Bericht 1 – h19-0001-v"),
        ("Bericht 1", "§ 2.5", "Bericht 1 – § 2.5"),
        ("Bericht 1", "", "Bericht 1"),
        # By itself it stays the name of a file, so that a heading of the document is its title.
        ("", "h19-0001-v.pdf", "h19-0001-v.pdf"),
    ],
)
def test_the_title_of_a_part_is_no_file_name(title: str, part: str, whole: str) -> None:
    assert join_title_and_part(title, part) == whole
