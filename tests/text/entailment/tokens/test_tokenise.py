import pytest

from apps.text.entailment import derive
from apps.text.entailment.tokens.tokenise import CLOSED_BY_FULL_STOP, tokenise
from apps.text.grammar.split_sentences import ABBREVIATIONS


@pytest.mark.parametrize("word", ["tägl.", "mtl.", "Abt.", "städt.", "etc."])
def test_the_full_stop_of_an_abbreviation_ends_no_sentence(word: str) -> None:
    assert "." not in [token.text for token in tokenise(f"Das {word} Amt", "de")]


def test_it_knows_those_of_whoever_splits_sentences() -> None:
    assert ABBREVIATIONS <= CLOSED_BY_FULL_STOP


def test_a_sentence_with_one_is_read_as_a_whole() -> None:
    source = "Der Antrag ist dem Abt. Leiter gem. § 3 vorzulegen."
    assert derive("Der Antrag ist gem. § 3 dem Abt. Leiter vorzulegen.", [source]).proved
    assert not derive("Der Antrag ist gem. § 4 dem Abt. Leiter vorzulegen.", [source]).proved
    # Another article is told, as it is without the abbreviation.
    assert not derive("Die Karte kostet mtl. 30 Euro.", ["Eine Karte kostet mtl. 30 Euro."]).proved
