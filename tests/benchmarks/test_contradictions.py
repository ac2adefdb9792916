"""The benchmark of planted contradictions, in its short form."""

import json
from pathlib import Path

import pytest

from apps.conflicts.detection.compare_documents import compare_document
from benchmarks.contradictions import OWN_TEXTS, documents_of, figures, natural_pairs, plant
from tests.factories import collection, document

PLANTED = 30


def test_planted_contradictions_are_found_and_hardly_anything_else(db: None) -> None:
    texts = {"council": documents_of(OWN_TEXTS)}
    planted = plant(texts, PLANTED, seed=1)
    council = collection("council")
    for title, text in texts["council"].items():
        compare_document(document([text], collection=council, title=title, embed=False))
    found = figures(planted, sum(map(len, texts["council"].values())), 1.0)
    assert found["planted"] == PLANTED
    assert found["found_share"] >= 0.9, found["missed"]
    assert found["false"] == 0, found["false_pairs"]


@pytest.mark.django_db(transaction=True)
def test_pairs_of_texts_are_compared_each_for_itself(tmp_path: Path) -> None:
    """The first says something else of the same pool, the second of another one, and no pair meets the other."""
    prices = ["The entry to the pool costs 5 euros.", "The entry to the pool costs 7 euros."]
    rows = [
        pair("p1", prices, contradicts=True),
        pair("p2", [prices[0], "The entry to the museum costs 7 euros."], contradicts=False),
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert natural_pairs(path) == {"natural_pairs": 2, "natural_found_share": 1.0, "natural_false_share": 0.0}


def pair(name: str, said: list[str], *, contradicts: bool) -> dict[str, object]:
    sides = {side: {"title": f"Leaflet {side}", "text": text} for side, text in zip("ab", said, strict=True)}
    return {"id": name, "contradicts": contradicts, **sides, "a_sentence": said[0], "b_sentence": said[1]}


def test_without_plants_nothing_is_found(db: None) -> None:
    for title, text in documents_of(OWN_TEXTS).items():
        compare_document(document([text], collection=collection("council"), title=title, embed=False))
    assert figures([], 10_000, 1.0)["false"] == 0


def test_the_same_seed_plants_the_same() -> None:
    first, second = ({"council": documents_of(OWN_TEXTS)} for _ in range(2))
    assert plant(first, PLANTED, seed=3) == plant(second, PLANTED, seed=3)
    assert first == second
