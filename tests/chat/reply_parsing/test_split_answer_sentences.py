"""Sentences end where readers think they end, and their markers stay with them."""

import pytest

from apps.chat.reply_parsing.split_answer_sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eins. Zwei.", ["Eins.", "Zwei."]),
        ("Eins [1]. Zwei. [2] Drei", ["Eins [1].", "Zwei. [2]", "Drei"]),
        ("Das gilt z. B. nach Abs. 2 am 3. März 2024. Ende.", ["Das gilt z. B. nach Abs. 2 am 3. März 2024.", "Ende."]),
        ("Dr. A. Meier kam. Er ging!", ["Dr. A. Meier kam.", "Er ging!"]),
        ("Es war 2024. Danach nicht.", ["Es war 2024.", "Danach nicht."]),
        ("Er sagte: „Nein.“ Sie ging.", ["Er sagte: „Nein.“", "Sie ging."]),
        (
            "## Titel\nText eins.\n\n- Punkt a\n- Zweitens. Noch b.",
            ["Titel", "Text eins.", "Punkt a", "Zweitens.", "Noch b."],
        ),
        ("Eine Zeile\ngeht weiter. Ende.", ["Eine Zeile\ngeht weiter.", "Ende."]),
        ("| Hund | 120 € [1] |", ["Hund", "120 € [1]"]),
        ("", []),
        ("   \n\n  ", []),
    ],
)
def test_it_cuts_text_into_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_the_claim_of_a_cell_is_its_row() -> None:
    text = "| Hund | 120 € |"
    assert [text[item.claim_start : item.end] for item in split_sentences(text)] == ["| Hund", "| Hund | 120 €"]
