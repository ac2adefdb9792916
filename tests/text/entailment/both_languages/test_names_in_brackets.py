"""Abbreviations in brackets are found without reading the texts that cannot have one."""

import pytest

from apps.text.entailment import derive_sentence
from apps.text.entailment.both_languages.remove_lead_ins import bracketed_abbreviations
from apps.text.entailment.derive_sentence import unknown_abbreviations
from apps.text.entailment.parse_statements import abbreviations_in_brackets
from apps.text.entailment.tokens.tokenise import tokenise, visible_text

TEXTS = {
    "Der Zweckverband Abfall (ZVA) erhebt Gebühren.": {"ZVA"},
    "Der Zweckverband Abfall ( „ZVA“ ) erhebt Gebühren (siehe Anlage).": {"ZVA"},
    "Das Bundesamt für Strahlenschutz (BfS) und der Deutsche Wetterdienst (DWD) messen.": {"BfS", "DWD"},
    "(1) Die Gebühr (45 Euro) ist vorab zu zahlen (siehe dort).": set(),
    "Der Zweckverband Abfall (ZVA erhebt Gebühren.": set(),
    "Der Zweckverband Abfall ((ZVA)) erhebt Gebühren.": {"ZVA"},
    "Der Zweckverband Abfall（ZVA）erhebt Gebühren (1).": {"ZVA"},
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_names_are_those_that_a_full_reading_finds(text: str) -> None:
    assert abbreviations_in_brackets(text) == bracketed_abbreviations(tokenise(visible_text(text))) == TEXTS[text]


def test_quotes_are_not_read_for_names_that_the_claim_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(
        derive_sentence, "abbreviations_in_brackets", lambda text: read.append(text) or abbreviations_in_brackets(text)
    )
    quote = "Der Zweckverband Abfall (ZVA) erhebt Gebühren."
    assert unknown_abbreviations("Der Verband erhebt Gebühren.", [quote]) == []
    assert quote not in read
    assert unknown_abbreviations("Der Zweckverband Abfall (ZVA) erhebt Gebühren.", [quote]) == []
    assert [one.claim for one in unknown_abbreviations("Der Zweckverband (ZWA) erhebt Gebühren.", [quote])] == ["ZWA"]
