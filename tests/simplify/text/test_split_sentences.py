"""Sentences with what stands between them: joined again they are the text."""

import pytest

from apps.simplify.text.split_long_texts import split_parts
from apps.simplify.text.split_sentences import join_sentences, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Das ist so. Und das auch!", ["Das ist so.", "Und das auch!"]),
        ("Nach § 5 Abs. 2 Nr. 3 gilt das. Dr. Weber prüft.", ["Nach § 5 Abs. 2 Nr. 3 gilt das.", "Dr. Weber prüft."]),
        ("Am 3. Mai beginnt es. Es gilt z. B. hier.", ["Am 3. Mai beginnt es.", "Es gilt z. B. hier."]),
        ("Er sagt: „Nein.“ Dann geht er.", ["Er sagt: „Nein.“", "Dann geht er."]),
        ("Sehr geehrte Frau Weber,\n\nhier ist es.", ["Sehr geehrte Frau Weber,", "hier ist es."]),
        ("Zeile eins ist lang genug, um umbrochen worden zu sein, und sie\ngeht hier weiter.", None),
        ("– eins\n– zwei", ["– eins", "– zwei"]),
        ("Es waren 3. Danach kam nichts.", ["Es waren 3.", "Danach kam nichts."]),
    ],
)
def test_a_text_is_split_where_sentences_end(text: str, sentences: list[str] | None) -> None:
    found = [sentence.text for sentence in split_sentences(text)]
    assert found == (sentences or [text])


@pytest.mark.parametrize(
    "text", ["Eins. Zwei.\n\nDrei\nvier.  Fünf!\n", "a\n\n\n\nb", "§ 1\n(1) Text. (2) Text.", "x" * 100]
)
def test_joined_again_it_is_the_text(text: str) -> None:
    assert join_sentences(split_sentences(text)) == text


def test_parts_end_at_paragraphs_and_hold_all_of_the_text() -> None:
    text = "\n\n".join(f"Absatz {number}. " + "Ein Satz mit einigen Wörtern. " * 20 for number in range(20)).strip()
    parts = split_parts(text, 1_500)
    assert "".join(join_sentences(part) for part in parts) == text
    assert all(len(join_sentences(part)) <= 1_500 for part in parts)
    assert all(part[-1].separator.count("\n") > 1 for part in parts[:-1])


def test_a_paragraph_that_is_too_long_is_split_between_sentences_and_a_sentence_never() -> None:
    text = "Kurz. Sehr " + "sehr " * 400 + "lang. Kurz."
    parts = split_parts(text, 500)
    assert [len(part) for part in parts] == [1, 1, 1]
    assert "".join(join_sentences(part) for part in parts) == text
