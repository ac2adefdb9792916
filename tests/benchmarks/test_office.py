"""What the measure of office files calls a whole sentence."""

import pytest

from benchmarks.office import in_words, plain

WANTED = "Der Antrag ist spätestens am 3. Mai (Freitag) zu stellen."


@pytest.mark.parametrize(
    "text",
    [
        "Der **Antrag** ist\nspätestens am 3. Mai (Freitag) zu stel\u00adlen.",
        f"| {WANTED} |",
        WANTED.replace("3. Mai", "[3. Mai](https://example.org/mai)"),
    ],
)
def test_signs_of_markdown_break_no_word(text: str) -> None:
    assert in_words(WANTED) in in_words(text)


@pytest.mark.parametrize("text", [WANTED.replace("s am", "sam"), WANTED.replace("Antrag", "An trag")])
def test_a_lost_blank_and_a_broken_word_are_seen(text: str) -> None:
    assert plain(WANTED) == plain(text)
    assert in_words(WANTED) not in in_words(text)
