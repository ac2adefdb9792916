"""The licence of another tense, and parts in other phrases (the cases: attributes_tenses_and_order.tsv)."""

from apps.text.entailment import Level, derive
from apps.text.entailment.clause_contradictions import find_exchanged_parts
from apps.text.entailment.parse_statements import parse_statements


def test_the_other_tense_is_named_as_a_licence() -> None:
    found = derive("Der Rat hat die Satzung im Mai beschlossen.", ["Der Rat beschloss die Satzung im Mai."])
    assert (found.level, found.licences) == (Level.DERIVED, ("tense: past = perfect",))


def test_words_in_other_phrases_alone_accuse_nobody() -> None:
    source, claim = "Die Leitung der Halle berät die Vereine.", "Die Leitung der Vereine berät die Halle."
    [found] = find_exchanged_parts(parse_statements(claim), parse_statements(source))
    assert not found.opposite
