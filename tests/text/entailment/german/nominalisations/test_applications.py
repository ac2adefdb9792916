"""An application and what it is for: "den Wohngeldantrag stellen", "Wohngeld beantragen"."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite
from apps.text.entailment.derivation_result import PROVED

SAME = [
    ("Sie müssen den Antrag auf Wohngeld bis zum 1. Mai stellen.", "Sie müssen Wohngeld bis zum 1. Mai beantragen."),
    ("Sie müssen den Wohngeldantrag bis zum 1. Mai stellen.", "Sie müssen Wohngeld bis zum 1. Mai beantragen."),
    ("Sie können den Antrag auf Pflegegeld online abgeben.", "Sie können Pflegegeld online beantragen."),
    (
        "Der Verlängerungsantrag ist vor Ablauf der Frist zu stellen.",
        "Die Verlängerung muss vor Ablauf der Frist beantragt werden.",
    ),
    (
        "Ein Änderungsantrag darf nicht mündlich gestellt werden.",
        "Ein Antrag auf Änderung darf nicht mündlich gestellt werden.",
    ),
    (
        "Der Stundungsantrag kann nur schriftlich gestellt werden.",
        "Der Antrag auf Stundung kann nur schriftlich gestellt werden.",
    ),
    ("Wer keinen Wohngeldantrag stellt, bekommt kein Geld.", "Wer kein Wohngeld beantragt, bekommt kein Geld."),
]
LIES = [
    ("Sie müssen den Wohngeldantrag bis zum 1. Mai stellen.", "Sie müssen Kindergeld bis zum 1. Mai beantragen."),
    ("Stellen Sie den Antrag auf Papier.", "Beantragen Sie Papier."),
    ("Sie müssen den Antrag auf der Gemeinde stellen.", "Sie müssen die Gemeinde beantragen."),
    ("Der Elternantrag muss gestellt werden.", "Eltern müssen beantragt werden."),
    ("Sie müssen den Elternantrag stellen.", "Eltern müssen den Antrag stellen."),
    ("Der Hauptantrag ist schriftlich zu stellen.", "Das Haupt ist schriftlich zu beantragen."),
    ("Der Wohngeldantrag ist beim Vermieter zu stellen.", "Der Vermieter beantragt das Wohngeld."),
    ("Den Wohngeldantrag stellt der Vermieter.", "Wohngeld beantragt der Mieter."),
    ("Nur mit Ausweis dürfen Sie den Wohngeldantrag stellen.", "Sie dürfen Wohngeld beantragen."),
    ("Die Eltern stellen den Antrag auf Befreiung vom Unterricht.", "Die Eltern beantragen den Unterricht."),
    ("Ein zweiter Antrag auf Wohngeld darf nicht gestellt werden.", "Wohngeld darf nicht beantragt werden."),
    ("Sie können einen Antrag stellen.", "Sie können einen Wohngeldantrag stellen."),
]


@pytest.mark.parametrize(("source", "claim"), SAME)
def test_an_application_is_an_act_of_what_it_is_for(source: str, claim: str) -> None:
    assert derive_rewrite(source, claim).level == Level.DERIVED
    assert derive_rewrite(claim, source).level == Level.DERIVED
    assert derive(claim, [source]).level in PROVED


@pytest.mark.parametrize(("source", "claim"), LIES)
def test_who_applies_and_how_is_nothing_that_is_applied_for(source: str, claim: str) -> None:
    assert derive_rewrite(source, claim).level not in {Level.DERIVED, Level.UNCHANGED}
    assert derive(claim, [source]).level not in PROVED
