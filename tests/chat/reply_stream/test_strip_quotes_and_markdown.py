"""While a reply arrives, readers see its text and never its list of quotes, however it is cut into pieces."""

import random

import pytest

from apps.chat.reply_stream.strip_quotes_and_markdown import ReplyFilter

REPLIES = [
    ("quotes", 'Die Gebühr beträgt 3 Euro [1].\n\nBELEGE\n[1] "drei Euro"', "Die Gebühr beträgt 3 Euro [1]."),
    ("a bold head", 'Text [1].\n**BELEGE**\n[1] "x"', "Text [1]."),
    ("a heading as head", 'Text [1].\n\n## Belege:\n[1] "x"', "Text [1]."),
    ("a quote on the line of the head", 'Text.\nBELEGE: [1] "x"', "Text."),
    ("quotes without a head", 'Text [1].\n[1] "x y z"\n', "Text [1]."),
    ("no answer", "KEINE_ANTWORT\nDazu steht nichts in den Quellen.", ""),
    ("a word that begins alike", "Es gilt:\nBelegen Sie das.", "Es gilt:\nBelegen Sie das."),
    ("another word that begins alike", "Keine Angaben.", "Keine Angaben."),
    ("marks of Markdown", "## Titel\n\n**Fett** und `Code`\n- __eins__", "Titel\n\nFett und Code\n- eins"),
    ("a line that begins with a number", "[1] sagt das.", "[1] sagt das."),
    ("signs nobody sees", "a\x00b\u202ec\ue000d", "abcd"),
    ("stars for a product", "2 * 3 ist 6", "2 * 3 ist 6"),
]


def shown(pieces: list[str]) -> str:
    reply = ReplyFilter()
    return ("".join(reply.feed(piece) for piece in pieces) + reply.finish()).rstrip()


def cut(text: str, seed: int) -> list[str]:
    choose = random.Random(seed)  # noqa: S311 - the same noise every time
    pieces = []
    while text:
        length = choose.randint(1, 6)
        pieces.append(text[:length])
        text = text[length:]
    return pieces


@pytest.mark.parametrize(("reply", "text"), [row[1:] for row in REPLIES], ids=[row[0] for row in REPLIES])
def test_readers_see_the_text_only(reply: str, text: str) -> None:
    assert shown([reply]) == text
    assert shown(list(reply)) == text
    for seed in range(50):
        assert shown(cut(reply, seed)) == text


def test_the_first_piece_is_shown_at_once() -> None:
    assert ReplyFilter().feed("Die") == "Die"


def test_what_may_become_the_head_waits() -> None:
    reply = ReplyFilter()
    assert [reply.feed("Text.\nBEL"), reply.feed("EGE"), reply.feed("\n[1]")] == ["Text.\n", "", ""]
    assert reply.hidden
