"""Compounds for attributes (which sentences they prove: attributes.tsv)."""

from apps.text.entailment.comparison.equal_parts import is_compound_paraphrase


def test_a_part_of_nothing_but_what_something_is_of_is_no_compound() -> None:
    # Failed with an IndexError, and with it the answer.
    assert not is_compound_paraphrase(("of", "Straße"), ("Straße",))
