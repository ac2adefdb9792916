"""The benchmark of planted contradictions, in its short form."""

from apps.conflicts.detection.compare_documents import compare
from benchmarks.contradictions import OWN_TEXTS, documents_of, figures, plant
from tests.factories import collection, document

PLANTED = 30


def test_planted_contradictions_are_found_and_hardly_anything_else(db: None) -> None:
    texts = {"council": documents_of(OWN_TEXTS)}
    planted = plant(texts, PLANTED, seed=1)
    council = collection("council")
    for title, text in texts["council"].items():
        compare(document([text], collection=council, title=title, embed=False))
    found = figures(planted, sum(map(len, texts["council"].values())), 1.0)
    assert found["planted"] == PLANTED
    assert found["found_share"] >= 0.9, found["missed"]
    assert found["false"] == 0, found["false_pairs"]


def test_without_plants_nothing_is_found(db: None) -> None:
    for title, text in documents_of(OWN_TEXTS).items():
        compare(document([text], collection=collection("council"), title=title, embed=False))
    assert figures([], 10_000, 1.0)["false"] == 0


def test_the_same_seed_plants_the_same() -> None:
    first, second = ({"council": documents_of(OWN_TEXTS)} for _ in range(2))
    assert plant(first, PLANTED, seed=3) == plant(second, PLANTED, seed=3)
    assert first == second
