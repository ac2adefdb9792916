"""A compound names the act of its last noun: "Gebührenerhebung" is the act of "erheben", not of a verb of its own."""

import pytest

from apps.text.entailment.german.nominalisations.act_nouns import split_act_compound, verb_of_act_noun


@pytest.mark.parametrize(
    ("noun", "parts"),
    [
        ("abgabenerhebung", ("abgabe", "erhebung")),
        ("amtsausübung", ("amt", "ausübung")),
        ("bauüberwachung", ("bau", "überwachung")),
        ("berufsausbildung", ("", "")),
    ],
)
def test_a_compound_is_split_before_the_longest_act(noun: str, parts: tuple[str, str]) -> None:
    assert (verb_of_act_noun(noun), split_act_compound(noun)) == ("", parts)


@pytest.mark.parametrize(("noun", "verb"), [("genehmigung", "genehmigen"), ("renaturierung", "renaturieren")])
def test_a_verb_that_no_noun_opens_is_kept(noun: str, verb: str) -> None:
    assert verb_of_act_noun(noun) == verb
