"""Two short sentences for a long one, and the order of what stands in a sentence."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    (
        "what is possible, and until when",
        "Einwände können bis Freitag bei der Stadt erhoben werden.",
        "Sie können bei der Stadt Einwände erheben. Das geht bis Freitag.",
    ),
    (
        "an amount in a sentence of its own",
        "Bei Verzug wird ein Zuschlag von 2 Prozent je Woche erhoben.",
        "Bei Verzug wird ein Zuschlag erhoben. Er beträgt 2 Prozent je Woche.",
    ),
    (
        "a reason with denn",
        "Die Karte ist mitzubringen, da keine Kopie vorhanden ist.",
        "Bringen Sie die Karte mit. Denn es gibt keine Kopie.",
    ),
    (
        "two acts under one helping verb",
        "Funde werden drei Wochen verwahrt und danach öffentlich verkauft.",
        "Wir verwahren Funde drei Wochen. Danach verkaufen wir sie öffentlich.",
    ),
    (
        "the next step",
        "Das Amt prüft den Antrag und teilt den Eltern die Höhe mit.",
        "Das Amt prüft den Antrag. Dann teilt es den Eltern die Höhe mit.",
    ),
    (
        "a clause for a noun",
        "Die Löschung der Daten kann formlos beantragt werden.",
        "Sie können formlos beantragen, dass die Daten gelöscht werden.",
    ),
    (
        "the condition with its verb in front",
        "Die Frist verlängert sich, wenn der letzte Tag auf einen Feiertag fällt.",
        "Fällt der letzte Tag auf einen Feiertag, verlängert sich die Frist.",
    ),
    (
        "a time moved",
        "Die Eltern müssen das Kind bis zum 1. Mai anmelden.",
        "Die Eltern müssen bis zum 1. Mai das Kind anmelden.",
    ),
    ("two in another order", "Zum Haushalt gehören Kinder und Eltern.", "Zum Haushalt gehören Eltern und Kinder."),
    ("man and Sie", "Man darf den Hof nicht betreten.", "Sie dürfen den Hof nicht betreten."),
]


@pytest.mark.parametrize(("before", "rewrite"), [case[1:] for case in DERIVED], ids=[case[0] for case in DERIVED])
def test_what_two_sentences_say_together_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


NOT_DERIVED = [
    ("Einwände können bis Freitag erhoben werden.", "Sie können Einwände erheben. Das geht ab Freitag."),
    ("Einwände können bis Freitag erhoben werden.", "Sie können Einwände erheben. Das geht nicht bis Freitag."),
    ("Einwände müssen bis Freitag erhoben werden.", "Sie können Einwände erheben. Das geht bis Freitag."),
    ("Die Erlaubnis kann widerrufen werden.", "Sie können die Erlaubnis widerrufen."),
    ("Es wird ein Zuschlag von 2 Prozent erhoben.", "Es wird ein Zuschlag erhoben. Er beträgt 3 Prozent."),
    ("Das Amt prüft den Antrag und zahlt den Zuschuss.", "Das Amt zahlt den Zuschuss. Dann prüft es den Antrag."),
    ("Die Karte ist mitzubringen, obwohl es regnet.", "Bringen Sie die Karte mit. Denn es regnet."),
    ("Kinder und Erwachsene zahlen 5 und 8 Euro.", "Erwachsene und Kinder zahlen 5 und 8 Euro."),
    ("Für Kinder und für Gäste gelten 5 und 8 Tage.", "Für Gäste und für Kinder gelten 5 und 8 Tage."),
    ("Funde werden nicht verwahrt und dann verkauft.", "Funde werden nicht verwahrt. Sie werden dann verkauft."),
    ("Zum Haushalt gehören Kinder und Eltern.", "Zum Haushalt gehören Eltern oder Kinder."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "rewrite"), NOT_DERIVED)
def test_what_they_do_not_say_together_is_not(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.DERIVED
    assert not derive(rewrite, [before]).proved


def test_another_order_of_two_nouns_is_no_contradiction() -> None:
    found = derive("Zum Haushalt gehören Eltern und Kinder.", ["Zum Haushalt gehören Kinder und Eltern."])
    assert found.proved, str(found)


def test_rows_may_stand_in_any_order_but_keep_their_values() -> None:
    prices = "Ausweis: 22 Euro; Pass: 60 Euro."
    assert derive("Pass: 60 Euro; Ausweis: 22 Euro.", [prices]).proved
    assert not derive("Pass: 22 Euro; Ausweis: 60 Euro.", [prices]).proved
    assert derive_rewrite(prices, "Pass: 60 Euro. Ausweis: 22 Euro.").level is Level.DERIVED
