"""Abbreviations in brackets are found without reading the texts that cannot have one."""

import pytest

from apps.text.derivation.both_languages.remove_lead_ins import bracketed_names
from apps.text.derivation.parse_statements import names_in
from apps.text.derivation.tokens.tokenise import plain, tokenise

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
    assert names_in(text) == bracketed_names(tokenise(plain(text))) == TEXTS[text]
