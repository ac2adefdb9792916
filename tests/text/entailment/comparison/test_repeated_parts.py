"""A sentence that says the same over and over is compared in the time of one that says it once."""

import pytest

from apps.text.entailment import Level, derive
from apps.text.entailment.comparison import pair_parts
from apps.text.entailment.comparison.compare_statements import compare_statements
from apps.text.entailment.comparison.equal_parts import are_equal_parts
from apps.text.entailment.german.nominalisations.compound_paraphrases import may_be_paraphrase

RULE = "Die Gebühr für den Ausweis beträgt 37 Euro und ist bei Abholung in bar zu zahlen."


def test_equal_parts_without_a_partner_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def noted(source: pair_parts.Part, claim: pair_parts.Part, *, reordered: bool = False) -> bool:
        compared.append(claim.text)
        return are_equal_parts(source, claim, reordered=reordered)

    monkeypatch.setattr(pair_parts, "are_equal_parts", noted)
    compare_statements.cache_clear()
    assert derive(f"{'Wort ' * 90}.", [RULE], only_proof=True).level == Level.UNEXPLAINED
    assert 0 < len(compared) <= 90


def test_a_part_that_is_said_twice_needs_two_partners() -> None:
    assert derive(RULE, [RULE]).proved
    assert not derive("Die Gebühr für den Ausweis für den Ausweis beträgt 37 Euro.", [RULE]).proved


@pytest.mark.parametrize(
    ("compound", "noun", "expected"),
    [
        (("stundungsantrag",), ("antrag",), True),
        (("schule", "of", "landkreis"), ("schule",), True),
        (("stundungsantrag",), ("frist",), False),
        ((), ("frist",), False),
        (("frist",), (), False),
    ],
)
def test_only_a_noun_of_the_compound_is_compared_with_it(
    compound: tuple[str, ...], noun: tuple[str, ...], *, expected: bool
) -> None:
    assert may_be_paraphrase(compound, noun) is expected
