"""A derivation in other words names its rule (its cases: faithful.tsv)."""

from apps.text.entailment import derive


def test_a_derivation_names_its_licences_and_can_be_printed() -> None:
    found = derive("Der Mieter muss vom Vermieter informiert werden.", ["Der Vermieter muss den Mieter informieren."])
    assert str(found).splitlines()[0] == "derived"
    assert any(licence.startswith("voice:") for licence in found.licences)
