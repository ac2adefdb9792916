"""The vectors that were made last are kept, the texts are not."""

from apps.llm.semantic_embedding.vector_cache import VectorCache


def test_a_question_and_a_passage_of_the_same_words_have_vectors_of_their_own() -> None:
    recent = VectorCache()
    recent.put("Hundesteuer", b"asked", is_query=True)
    assert recent.get("Hundesteuer", is_query=True) == b"asked"
    assert recent.get("Hundesteuer", is_query=False) is None


def test_what_was_used_longest_ago_goes_first() -> None:
    recent = VectorCache(most=2)
    for text in ("one", "two"):
        recent.put(text, text.encode(), is_query=False)
    recent.get("one", is_query=False)
    recent.put("three", b"three", is_query=False)
    assert [recent.get(text, is_query=False) for text in ("one", "two", "three")] == [b"one", None, b"three"]


def test_no_text_is_kept() -> None:
    recent = VectorCache()
    recent.put("Mein Name ist Erika Mustermann", b"row", is_query=True)
    assert "Mustermann" not in repr(vars(recent))
