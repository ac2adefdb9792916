"""The formulas on given counts, and the counts of a text."""

import pytest

from apps.simplify.text.readability import TextCounts, count_text, measure_readability, readability_of_counts


def test_the_formulas_on_given_counts() -> None:
    """100 words in 5 sentences, 190 syllables; 25 words over six letters, 45 of one syllable, 20 of three and more."""
    found = readability_of_counts(
        TextCounts(sentences=5, words=100, syllables=190, long_words=25, one_syllable=45, three_syllables=20)
    )
    assert found.flesch_amstad == pytest.approx(180 - 20 - 58.5 * 1.9)
    assert found.wiener_1 == pytest.approx(0.1935 * 20 + 0.1672 * 20 + 0.1297 * 25 - 0.0327 * 45 - 0.875)
    assert found.wiener_2 == pytest.approx(0.2007 * 20 + 0.1682 * 20 + 0.1373 * 25 - 2.779)
    assert found.wiener_3 == pytest.approx(0.2963 * 20 + 0.1905 * 20 - 1.1144)
    assert found.wiener_4 == pytest.approx(0.2744 * 20 + 0.2656 * 20 - 1.693)
    assert found.lix == pytest.approx(20 + 25)


def test_the_counts_of_a_text() -> None:
    counted = count_text("Der Hund bellt. Die Verwaltungsgebühren werden von der Gemeinde im Mai erhoben!")
    assert (counted.sentences, counted.words) == (2, 12)
    assert counted.long_words == 3
    assert counted.passives == 1
    assert counted.three_syllables == 3


def test_long_sentences_have_more_than_twenty_words() -> None:
    assert count_text(" ".join(["Wort"] * 20) + ".").long_sentences == 0
    assert count_text(" ".join(["Wort"] * 21) + ".").long_sentences == 1


def test_nominal_style_counts_nouns_made_of_verbs() -> None:
    assert count_text("Die Entrichtung der Gebühr nach Erteilung der Genehmigung.").nominal == 3


def test_a_text_without_words_has_no_readability() -> None:
    assert measure_readability("… – !!!") is None
