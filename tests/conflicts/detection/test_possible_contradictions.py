"""Natural contradictions in the database: listed as possible, never shown in answers, and what is sure comes first."""

import pytest

from apps.conflicts.detection import extract_and_store_facts
from apps.conflicts.detection.compare_documents import CANDIDATES, NEAREST, compare
from apps.conflicts.models import Conflict, StoredFact
from apps.conflicts.open_conflicts import open_conflicts
from apps.database.execute_sql import fetch
from apps.documents.models import Collection
from tests.factories import collection, document

PLACES = ("Hallenbad", "Museum", "Theater", "Stadion")


@pytest.fixture
def town(db: None) -> Collection:
    return collection("town")


def compared(town: Collection, *pages: tuple[str, str]) -> list[Conflict]:
    for title, text in pages:
        compare(document([text], collection=town, title=title, embed=False))
    return list(Conflict.objects.all())


def test_two_telephone_numbers_of_one_place_are_possible_and_no_answer_shows_them(town: Collection) -> None:
    found = compared(
        town,
        (
            "Musikschule Neustetten",
            "Sie möchten ein Instrument lernen? Das Sekretariat der Musikschule hat die 07131 5566.",
        ),
        (
            "Wegweiser für Neustetten",
            "Unterricht gibt die Musikschule, ihr Sekretariat erreicht man unter (07131) 55 77.",
        ),
    )
    assert [(one.kind, one.is_possible) for one in found] == [("phone", True)]
    assert found[0].difference == "07131 5566 ↔ (07131) 55 77"
    assert open_conflicts([found[0].first.document.pk]) == []


def test_the_same_two_sentences_are_listed_once_and_as_sure(town: Collection) -> None:
    found = compared(
        town,
        ("Badeordnung Neustetten", "Der Eintritt ins Hallenbad kostet 5 Euro."),
        ("Merkblatt Hallenbad Neustetten", "Der Eintritt ins Hallenbad kostet 7 Euro."),
    )
    assert [one.is_possible for one in found] == [False]


def test_a_list_of_fees_is_compared_row_by_row(town: Collection) -> None:
    found = compared(
        town,
        ("Preise der Musikschule Neustetten", "| Kurs | Preis |\n|---|---|\n| Flöte | 40 Euro |\n| Geige | 60 Euro |"),
        ("Kurse in Neustetten", "| Kurs | Preis |\n|---|---|\n| Trommel | 30 Euro |\n| Geige | 60 Euro |"),
    )
    assert found == []


def test_statements_take_no_place_of_facts(town: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract_and_store_facts, "MOST_FACTS", 3)
    many = " ".join(f"Der Eintritt ins {name} kostet {5 + place} Euro." for place, name in enumerate(PLACES))
    found = compared(town, ("Preise", many), ("Merkblatt", "Der Eintritt ins Hallenbad kostet 70 Euro."))
    assert [one.is_possible for one in found] == [False]
    assert StoredFact.objects.filter(revision__document__title="Preise", stated="").count() == 3
    assert StoredFact.objects.filter(revision__document__title="Preise", stated="money").count() == 3


def test_what_only_a_title_says_makes_no_candidates(town: Collection) -> None:
    for month, bought in enumerate(PLACES):
        text = f"Der Gemeinderat gibt dem {bought} einen Betrag von {300 + month} Euro."
        minutes = document([text], collection=town, title=f"Niederschrift Gemeinderat {month}", embed=False)
        compare(minutes)
    pairs = fetch(CANDIDATES, [NEAREST, minutes.current_revision_id])
    assert not StoredFact.objects.filter(pk__in=[one for one, _ in pairs]).exclude(stated="").exists()
