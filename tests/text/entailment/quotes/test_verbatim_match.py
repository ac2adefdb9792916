"""A sentence that is the source's own, quoted in whole or in part, is verbatim without being read."""

import pytest

from apps.text.entailment import Derivation, Level, derive, derive_sentence

SENTENCE = "Dauert die Bearbeitung länger als acht Wochen, so kann auf Antrag ein Vorschuss gezahlt werden."


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where a sentence is taken apart."""

    def read(text: str) -> None:
        pytest.fail(f"Read: {text}")

    monkeypatch.setattr(derive_sentence, "parse_statements", read)


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("part", [SENTENCE, "kann auf Antrag ein Vorschuss gezahlt werden", SENTENCE.rstrip(".")])
def test_the_sentence_itself_and_parts_of_it(part: str) -> None:
    found = derive(SENTENCE, [SENTENCE, part])
    assert (found.level, found.licences, found.quote) == (Level.VERBATIM, (), 0)


def test_what_stands_behind_it_counts() -> None:
    claim = "Das Parken kostet 2 Euro."
    assert not derive(claim, [f"{claim} Ausgenommen sind Anwohner."]).proved
    assert not derive(claim, [f"{claim} Ausgenommen sind Anwohner.", claim]).proved


@pytest.mark.parametrize("sign", ["-", "…", "!", "•"])
def test_a_sign_without_a_word_says_nothing(sign: str) -> None:
    assert not derive(sign, [sign]).proved


def test_nobody_looks_for_reasons_where_only_a_proof_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a sentence without a marker, which no reason is shown for; they cost as much as the proof."""
    asked: list[str] = []
    monkeypatch.setattr(
        derive_sentence, "find_contradictions", lambda claim, quotes: asked.append(claim) or ([], False)
    )
    quote, claim = "Die Gebühr beträgt 30 Euro.", "Die Gebühr beträgt 40 Euro."
    assert derive(claim, [quote], only_proof=True) == Derivation(Level.UNEXPLAINED)
    assert asked == []
    assert derive(quote, [quote, "Die Gebühr"], only_proof=True).proved
    derive(claim, [quote])
    assert asked == [claim]
