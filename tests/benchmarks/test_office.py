"""What the measure of office files calls a whole sentence."""

import pytest

from benchmarks.office import LIST_WITH_TEXT, MAIN_MASTER, RECORD, in_words, plain, texts_outside_masters

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


def record(kind: int, content: bytes, *, instance: int = 0, is_container: bool = True) -> bytes:
    return RECORD.pack(instance << 4 | (0xF if is_container else 0), kind, len(content)) + content


def test_what_stands_in_a_master_alone_stands_on_no_slide() -> None:
    slide, master = (record(0x0FA0, text.encode("utf-16-le"), is_container=False) for text in ("Folie", "Vorlage"))
    stream = record(0x03EE, record(0xF00D, slide)) + record(MAIN_MASTER, record(0xF00D, master))
    stream += record(LIST_WITH_TEXT, slide) + record(LIST_WITH_TEXT, master, instance=1)
    assert list(texts_outside_masters(stream, 0, len(stream))) == ["Folie", "Folie"]
