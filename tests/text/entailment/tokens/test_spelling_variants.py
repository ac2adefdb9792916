"""Another way of writing the same words is licensed; another word is not."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

SAME = [
    ("Der Antrag nach § 5 Absatz 2 Satz 1 ist zu stellen.", "Der Antrag nach Paragraf 5 Abs. 2 S. 1 ist zu stellen."),
    ("Ordnungswidrigkeiten nach Artikel 3 werden geahndet.", "Ordnungswidrigkeiten nach Art. 3 werden geahndet."),
    ("Die Hundesteuer wird selbständig angemeldet.", "Die Hunde-Steuer wird selbstständig angemeldet."),
    ("Die Hundesteuer ist zu zahlen.", "Die Hunde·steuer ist zu zahlen."),
    ("Der Beitrag, z. B. für Kinder, ist zu zahlen.", "Der Beitrag, zum Beispiel für Kinder, ist zu zahlen."),
    ("Die Abgabe beträgt 3 v. H. des Umsatzes.", "Die Abgabe beträgt 3 Prozent des Umsatzes."),
    ("Die Fläche beträgt 0,50 m².", "Die Fläche beträgt 0,5 Quadratmeter."),
    ("Das Becken fasst 20 m3.", "Das Becken fasst 20 Kubikmeter."),
    ("Der Forst umfasst 12 km².", "Der Forst umfasst 1.200 Hektar."),
    ("The fee is not due before May.", "The fee isn't due before May."),
    ("You do not have to pay.", "You don't have to pay."),
    ("The labour office organises the programme.", "The labor office organizes the program."),
    ("The grant covers 60 per cent of the costs.", "The grant covers 60% of the costs."),
    ("Die Gebühr beträgt EUR 5,00.", "Die Gebühr beträgt 5 Euro."),
    ("Der Bund zahlt 2 Mrd. USD.", "Der Bund zahlt 2 Milliarden US-Dollar."),
    ("Der Schaden beträgt 1.000 Mrd. Euro.", "Der Schaden beträgt 1 Billion Euro."),
    ("The town spent $2.5bn.", "The town spent 2.5 billion dollars."),
    ("Die Frist beginnt am Montag.", "Es gilt: Die Frist beginnt am Montag."),
    ("Die Frist beginnt am Montag.", "Dabei gilt Folgendes:\n- Die Frist beginnt am Montag."),
    ("Der Zweckverband Abfallwirtschaft (ZVA) erhebt Gebühren.", "Der Zweckverband Abfallwirtschaft erhebt Gebühren."),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim"), SAME)
def test_the_same_words_in_another_notation_are_proved(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved, str(derive(claim, [source]))
    assert derive_rewrite(source, claim).level is Level.DERIVED


OTHER = [
    ("Die Fläche beträgt 0,50 m².", "Die Fläche beträgt 0,50 m."),
    ("Der Schaden beträgt 1 Milliarde Euro.", "Der Schaden beträgt 1 Billion Euro."),
    ("The town spent $2.5 million.", "The town spent $2.5 billion."),
    ("Die Gebühr beträgt EUR 5,00.", "Die Gebühr beträgt 5 Dollar."),
    ("Der Platz kostet 5 € K.", "Der Platz kostet 5.000 €."),
    ("Der Schlauch misst 5 m.", "Der Schlauch misst 5 Mio."),
    ("Die Fläche beträgt 2 m².", "Die Länge beträgt 2 m."),
    ("Zulässig sind 10² Plätze.", "Zulässig sind 102 Plätze."),
    ("Die Frist beträgt 3⁴ Wochen.", "Die Frist beträgt 34 Wochen."),
    ("Die Frist beträgt 3⁴ Wochen.", "Die Frist beträgt 4 Wochen."),
    ("The period is 3⁴ weeks.", "The period is 34 weeks."),
    ("Der Weg dauert 1½ Stunden.", "Der Weg dauert 11/2 Stunden."),
    ("Der Antrag nach § 5 Absatz 2 ist zu stellen.", "Der Antrag nach § 5 Abs. 3 ist zu stellen."),
    ("Der Antrag nach § 5 Absatz 2 ist zu stellen.", "Der Antrag nach § 5 Nr. 2 ist zu stellen."),
    ("The fee is due before May.", "The fee isn't due before May."),
    ("You do not have to pay.", "You have to pay."),
    ("Die Frist beginnt am Montag.", "Es gilt nicht: Die Frist beginnt am Montag."),
    ("Die Frist beginnt am Montag.", "Es gilt nur: Die Frist beginnt am Montag."),
    ("Der Zweckverband Abfallwirtschaft (ZVA) erhebt Gebühren.", "Der Zweckverband (ZVB) erhebt Gebühren."),
    ("Fahrzeuge (LKW) zahlen 5 Euro.", "Fahrzeuge zahlen 5 Euro."),
    ("Der Mieter informiert den Vermieter.", "Den Mieter informiert der Vermieter."),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim"), OTHER)
def test_another_reference_denial_or_name_is_not_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert derive_rewrite(source, claim).level is not Level.DERIVED
