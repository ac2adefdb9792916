"""Models write numbers and quotes in many manners; all that are meant the same are read the same."""

import pytest

from apps.chat.reply_parsing.parse_markers_and_quotes import (
    MARKER,
    Evidence,
    is_no_answer,
    parse_evidence,
    parse_marker_numbers,
    split_reply,
)


@pytest.mark.parametrize(
    ("marker", "numbers"),
    [
        ("[1]", [1]),
        ("[1, 2]", [1, 2]),
        ("[1;3]", [1, 3]),
        ("[Quelle 2]", [2]),
        ("[Quellen 1 und 3]", [1, 3]),
        ("[Quelle 1, Quelle 2]", [1, 2]),
        ("[1-3]", [1, 2, 3]),
        ("[^4]", [4]),
        ("【5】", [5]),
        ("(Quelle 6)", [6]),
        ("(Quellen 1 und 3)", [1, 3]),
        ("(Source: 2)", [2]),
        ("[1](https://example.org/a)", [1]),
    ],
)
def test_it_reads_markers(marker: str, numbers: list[int]) -> None:
    found = MARKER.search(f"Text {marker}.")
    assert found is not None
    assert found[0] == marker
    assert parse_marker_numbers(found[0]) == numbers


@pytest.mark.parametrize(
    "text", ["[siehe 1]", "[2024]", "[a]", "[]", "(1)", "(Quelle)", "(Quelle: Amt 1)", "[x](http://example.org)"]
)
def test_other_brackets_are_no_markers(text: str) -> None:
    assert MARKER.search(text) is None


@pytest.mark.parametrize(
    "listed",
    [
        '[1] "drei Euro im Jahr"\n[2] "bis zum 1. Mai"',
        "[1] „drei Euro im Jahr“\n[2] »bis zum 1. Mai«",
        '- [1]: "drei Euro im Jahr"\n- [Quelle 2]: "bis zum 1. Mai"',
        '1. "drei Euro im Jahr"\n2. "bis zum 1. Mai"',
        '{"1": "drei Euro im Jahr", "2": "bis zum 1. Mai"}',
        '```json\n[{"quelle": 1, "zitat": "drei Euro im Jahr"}, {"quelle": 2, "zitat": "bis zum 1. Mai"}]\n```',
        '{"1": "drei Euro im Jahr",\n"2": "bis zum 1. Mai",',
        '[1] "drei Euro\nim Jahr"\n[2] "bis zum 1. Mai"',
    ],
    ids=["plain", "German marks", "list", "numbered", "JSON object", "JSON list", "broken JSON", "two lines"],
)
def test_it_reads_quotes(listed: str) -> None:
    assert parse_evidence(listed) == [Evidence(1, "drei Euro im Jahr"), Evidence(2, "bis zum 1. Mai")]


def test_quotes_without_their_head_are_taken_from_the_text() -> None:
    body, evidence = split_reply('Es kostet drei Euro [1].\n[1] "drei Euro im Jahr"')
    assert body == "Es kostet drei Euro [1]."
    assert evidence == [Evidence(1, "drei Euro im Jahr")]


def test_a_reply_may_say_that_there_is_no_answer() -> None:
    assert is_no_answer("KEINE_ANTWORT\nEs fehlt etwas.")
    assert is_no_answer("Leider nicht.\nKEINE_ANTWORT")
    assert not is_no_answer("Es kostet drei Euro [1].\nKEINE_ANTWORT auf den Rest.")
    assert not is_no_answer("Keine Antwort ist auch eine Antwort.")


def test_an_endless_bracket_is_read_in_no_time() -> None:
    assert MARKER.search("[" + " " * 20_000 + "1" * 20_000 + "[Quelle " * 5_000) is None


@pytest.mark.parametrize("head", [" BELEGE", " BELEGE:", " **BELEGE**"])
def test_the_head_of_the_list_may_stand_behind_the_last_sentence(head: str) -> None:
    body, evidence = split_reply(f'Es kostet drei Euro [1].{head}\n[1] "drei Euro im Jahr"')
    assert body == "Es kostet drei Euro [1]."
    assert evidence == [Evidence(1, "drei Euro im Jahr")]


def test_the_word_within_a_sentence_is_no_head() -> None:
    body, _evidence = split_reply("Sie reichen ein [1]: Antrag, Ausweis, Belege\nund die Vollmacht [1].")
    assert body.endswith("Vollmacht [1].")
