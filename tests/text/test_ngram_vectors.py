"""Vectors that compare spelling."""

import numpy as np
import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.offline import OfflineEmbedder
from apps.text.ngram_vectors import ngram_vectors


def cosine(one: str, other: str) -> float:
    first, second = ngram_vectors([one, other])
    return float(first @ second)


def test_forms_of_a_word_and_compounds_are_near_each_other() -> None:
    assert cosine("Die Gebühren", "der Gebühr") > 0.6
    assert cosine("Gebührenordnung", "Gebühr") > 0.3
    assert abs(cosine("Gebührenordnung", "Schwimmbad")) < 0.15


def test_spelling_variants_are_the_same() -> None:
    assert cosine("STRASSE Maße", "straße masse") == pytest.approx(1.0)
    assert cosine("Oﬃzielle Übersicht", "offizielle ubersicht") == pytest.approx(1.0)


def test_function_words_do_not_count() -> None:
    assert cosine("die Satzung über die Steuer", "Satzung Steuer") == pytest.approx(1.0)


def test_the_place_of_a_word_does_not_matter() -> None:
    assert cosine("Hund Katze Maus", "Maus Hund Katze") == pytest.approx(1.0)


@pytest.mark.parametrize("text", ["", "   ", "!?", "der die das", chr(0x1F600)])
def test_every_text_has_a_vector_of_unit_length(text: str) -> None:
    (row,) = ngram_vectors([text])
    assert np.linalg.norm(row) == pytest.approx(1.0)
    assert row.dtype == np.float32


def test_vectors_stay_the_same_between_releases() -> None:
    """Stored vectors are compared with new ones: who changes hashing or stop words must give the model a new name."""
    (row,) = ngram_vectors(["Die Gebühr beträgt drei Euro."])
    first = {int(place): round(float(row[place]), 4) for place in np.flatnonzero(row)[:5]}
    assert first == {29: -0.1374, 67: -0.1374, 73: 0.1374, 90: 0.1374, 108: -0.1374}


async def test_it_is_an_embedder_that_says_what_it_is() -> None:
    ledger = Ledger()
    embedder = OfflineEmbedder(ledger)
    found = await embedder.embed([f"Absatz {number}" for number in range(150)])
    assert (embedder.name, embedder.dimensions) == ("offline-ngrams", 1024)
    assert (len(found), len(found[0])) == (150, 1024)
    assert [record.purpose for record in ledger.records] == ["embed"]
    assert await embedder.embed([]) == []
