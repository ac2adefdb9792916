"""Abbreviations in brackets are found without reading the texts that cannot have one."""

import pytest

from apps.text.entailment import derive_sentence
from apps.text.entailment.both_languages.remove_lead_ins import bracketed_names
from apps.text.entailment.derive_sentence import unknown_names
from apps.text.entailment.parse_statements import names_in
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
    assert names_in(text) == bracketed_names(tokenise(visible_text(text))) == TEXTS[text]


def test_quotes_are_not_read_for_names_that_the_claim_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(derive_sentence, "names_in", lambda text: read.append(text) or names_in(text))
    quote = "Der Zweckverband Abfall (ZVA) erhebt Gebühren."
    assert unknown_names("Der Verband erhebt Gebühren.", [quote]) == []
    assert quote not in read
    assert unknown_names("Der Zweckverband Abfall (ZVA) erhebt Gebühren.", [quote]) == []
    assert [one.claim for one in unknown_names("Der Zweckverband (ZWA) erhebt Gebühren.", [quote])] == ["ZWA"]
