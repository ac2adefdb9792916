from collections.abc import Sequence

import pytest

from apps.retrieval.keywords import score_by_character_ngrams
from apps.retrieval.keywords.score_by_character_ngrams import fold_texts


def fits(question: str, texts: Sequence[str]) -> list[float]:
    whole, sentences = score_by_character_ngrams.ngram_match_scores(question, fold_texts(texts))
    assert len(whole) == len(sentences) == len(texts)
    return whole


def test_a_compound_fits_its_parts() -> None:
    scores = fits("Behandlungskosten", ["Die Kosten der Behandlung", "Der Parkausweis gilt", "Ein Hund"])
    assert scores[0] > scores[1] == scores[2] == 0


def test_an_end_of_one_text_is_no_beginning_of_the_next() -> None:
    assert fits("Hundesteuer", ["Hund", "esteuer", "Katze"])[2] == 0


def test_a_separator_in_a_text_moves_no_other() -> None:
    assert fits("Hund", ["a\x1fb", "Hund"])[0] == 0


def test_japanese_fits_by_characters() -> None:
    scores = fits("北海道の雨", ["北海道は雨が多い。", "東京の夏"])
    assert scores[0] > scores[1]


def test_without_words_or_texts_nothing_fits() -> None:
    assert fits("?!", ["Hund"]) == [0.0]
    assert fits("Hund", []) == []


def test_folded_texts_keep_their_number_and_order() -> None:
    assert fold_texts(["Größe", "", "a\x1fB"]) == ["grosse", "", "a b"]
    assert fold_texts([]) == []


def test_what_is_counted_is_bm25_over_fragments() -> None:
    # "hund" has the fragments " hun", "hund", "und ", " hund", "hund ": in the first text once, in the second never.
    # Both texts have 4 letters; damping 1.2, weight 2.2 / 2.2 = 1, rarity ln(1 + 1.5 / 1.5) for each of the five.
    assert fits("Hund", ["Hund", "Maus"]) == [pytest.approx(5 * 0.6931, abs=1e-3), 0.0]


def test_the_longer_of_two_texts_with_the_same_word_fits_less() -> None:
    first, second, _ = fits("Hund", ["Hund", "Hund " + "Maus " * 50, "Maus"])
    assert first > second > 0


def test_a_question_without_letters_fits_nothing_and_no_question_neither() -> None:
    assert fits("", ["Hund"]) == fits("😀", ["Hund"]) == [0.0]


def test_texts_of_any_signs_get_a_score() -> None:
    assert len(fits("Ελλάδα 😀 x", ["", "\x00😀", "Ελλάδα", "y" * 50_000])) == 4


def test_the_best_sentence_counts_by_itself() -> None:
    together = "Der Hund zahlt Steuer. Das Haus steht."
    apart = "Der Hund steht. Das Haus zahlt Steuer."
    _, sentences = score_by_character_ngrams.ngram_match_scores("Hund Steuer", fold_texts([apart, together]))
    assert sentences[1] > sentences[0] > 0
