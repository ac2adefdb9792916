"""Measures, duties and permits in other words, each beside what lies close to it and says something else."""

import pytest

from apps.text.entailment import derive

SAME = [
    (
        "Das Grillen ist nur auf den dafür ausgewiesenen Flächen gestattet.",
        "Grillen dürfen Sie nur auf den dafür ausgewiesenen Flächen.",
    ),
    ("Das Rathaus bleibt am 24. und 31. Dezember geschlossen.", "Am 24. und 31. Dezember ist das Rathaus zu."),
    ("Die Straßenreinigung obliegt den Anliegern.", "Die Anlieger müssen die Straße reinigen."),
    (
        "Das Mitführen von Hunden ist auf Spielplätzen verboten.",
        "Auf Spielplätze dürfen keine Hunde mitgenommen werden.",
    ),
    ("Zuständig für die Erteilung der Genehmigung ist das Bauamt.", "Das Bauamt erteilt die Genehmigung."),
    ("Fundsachen werden sechs Monate lang aufbewahrt.", "Fundsachen werden ein halbes Jahr lang aufbewahrt."),
    (
        "Das Lagern von Holz im Wald bedarf der Erlaubnis des Forstamts.",
        "Für das Lagern von Holz im Wald brauchen Sie eine Erlaubnis des Forstamts.",
    ),
    (
        "Die Sprechstunde findet jeden ersten Mittwoch im Monat statt.",
        "Die Sprechstunde ist jeden ersten Mittwoch im Monat.",
    ),
    ("Die Kosten der Unterbringung trägt der Landkreis.", "Der Landkreis bezahlt die Unterbringung."),
    ("Der Beitrag ist am 1. Februar eines jeden Jahres fällig.", "Der Beitrag ist jedes Jahr am 1. Februar fällig."),
    ("Unterlagen können auch per E-Mail übersandt werden.", "Sie können Unterlagen auch per E-Mail schicken."),
    ("Die Mindestgebühr beträgt 20 Euro.", "Die Gebühr beträgt mindestens 20 Euro."),
    ("Die Höchstdauer der Nutzung beträgt zwei Stunden.", "Die Nutzung dauert höchstens zwei Stunden."),
    ("Das Mindestalter beträgt 16 Jahre.", "Sie müssen mindestens 16 Jahre alt sein."),
    ("Die Länge des Weges beträgt fünf Kilometer.", "Der Weg ist fünf Kilometer lang."),
    ("Das Grundstück hat eine Größe von 500 Quadratmetern.", "Das Grundstück ist 500 Quadratmeter groß."),
    (
        "Das Grundstück hat eine Mindestgröße von 500 Quadratmetern.",
        "Das Grundstück ist mindestens 500 Quadratmeter groß.",
    ),
    ("Der Vertrag hat eine Laufzeit von zwei Jahren.", "Der Vertrag läuft zwei Jahre."),
    ("Die Laufzeit des Vertrags beträgt zwei Jahre.", "Der Vertrag läuft zwei Jahre."),
    ("Der Ausweis hat eine Gültigkeit von zehn Jahren.", "Der Ausweis ist zehn Jahre gültig."),
    ("Die Gültigkeitsdauer des Ausweises beträgt zehn Jahre.", "Der Ausweis gilt zehn Jahre."),
    ("Die Mindestteilnehmerzahl beträgt acht Personen.", "Die Teilnehmerzahl beträgt mindestens acht Personen."),
    ("Der Höchstbetrag liegt bei 500 Euro.", "Der Betrag liegt höchstens bei 500 Euro."),
    ("Die maximale Höhe der Hecke beträgt zwei Meter.", "Die Hecke ist höchstens zwei Meter hoch."),
    ("Die Ausweise werden an den Mieter ausgegeben.", "Der Mieter bekommt die Ausweise."),
    (
        "Wer Kopien herstellen will, braucht die schriftliche Zustimmung des Eigentümers.",
        "Kopien dürfen nur mit schriftlicher Zustimmung des Eigentümers hergestellt werden.",
    ),
]
OTHER = [
    ("Die Mindestgebühr beträgt 20 Euro.", "Die Gebühr beträgt 20 Euro."),
    ("Die Mindestgebühr beträgt 20 Euro.", "Die Gebühr beträgt höchstens 20 Euro."),
    ("Die Höchstdauer der Nutzung beträgt zwei Stunden.", "Die Nutzung dauert zwei Stunden."),
    ("Das Höchstgebot beträgt 20 Euro.", "Das Gebot beträgt höchstens 20 Euro."),
    ("Die Gebühr beträgt mindestens 20 Euro.", "Die Höchstgebühr beträgt 20 Euro."),
    ("Das Mindestalter beträgt 16 Jahre.", "Sie müssen 16 Jahre alt sein."),
    ("Das Mindestalter beträgt 16 Jahre.", "Sie dürfen höchstens 16 Jahre alt sein."),
    ("Das Mindestalter für Begleiter beträgt 16 Jahre.", "Sie müssen mindestens 16 Jahre alt sein."),
    ("Das Höchstalter beträgt 16 Jahre.", "Sie müssen mindestens 16 Jahre alt sein."),
    ("Die Breite des Weges beträgt fünf Meter.", "Der Weg ist fünf Meter lang."),
    ("Die Länge des Weges beträgt fünf Kilometer.", "Der Weg ist mindestens fünf Kilometer lang."),
    ("Der Vertrag hat eine Laufzeit von zwei Jahren.", "Der Vertrag läuft in zwei Jahren ab."),
    ("Die Höhe der Mauer beträgt zwei Meter.", "Die Mauer darf zwei Meter hoch sein."),
    ("Der Weg hat eine Länge von fünf Kilometern.", "Der Weg hat eine Breite von fünf Kilometern."),
    ("Das Grundstück hat keine Größe von 500 Quadratmetern.", "Das Grundstück ist 500 Quadratmeter groß."),
    ("Der Turm der Kirche hat eine Höhe von 50 Metern.", "Die Kirche ist 50 Meter hoch."),
    ("Für die Prüfung der Anträge ist das Bauamt nicht zuständig.", "Das Bauamt prüft die Anträge."),
    ("Für die Prüfung der Anträge ist das Bauamt zuständig.", "Die Anträge prüfen das Bauamt."),
    ("Für die Prüfung der Anträge wird das Bauamt zuständig.", "Das Bauamt prüft die Anträge."),
    ("Für die Prüfung der Anträge ist nur das Bauamt zuständig.", "Das Bauamt prüft nur die Anträge."),
    ("Für die Prüfung des Bauamts ist der Kreis zuständig.", "Das Bauamt prüft den Kreis."),
    ("Zuständig für die Verwaltung ist der Rat.", "Der Rat verwaltet."),
    ("Grillen dürfen Sie nur am See.", "Grillen dürfen Sie nicht am See."),
    ("Grillen dürfen Sie nur am See.", "Am See müssen Sie grillen."),
    ("Grillen dürfen Sie nur am See.", "Grillen ist am See verboten."),
    ("Der Landkreis bezahlt die Unterbringung.", "Die Unterbringung bezahlt den Landkreis."),
    ("Der Landkreis zahlt die Nachzahlung.", "Der Landkreis trägt die Kosten der Nachzahlung."),
    ("Der Landkreis bezahlt die Unterbringung nicht.", "Der Landkreis trägt die Kosten der Unterbringung."),
    ("Der Landkreis kann die Unterbringung bezahlen.", "Der Landkreis trägt die Kosten der Unterbringung."),
    ("Die Unterlagen können per E-Mail übersandt werden.", "Sie erhalten die Unterlagen per E-Mail."),
    ("Die Unterlagen können per E-Mail übersandt werden.", "Wir schicken Ihnen die Unterlagen per E-Mail."),
    ("Sie müssen die Unterlagen übersenden.", "Das Amt muss die Unterlagen schicken."),
    ("Ausweise werden an Bewohner ausgegeben.", "Bewohner geben Ausweise aus."),
    ("Ausweise werden nicht an Bewohner ausgegeben.", "Bewohner erhalten Ausweise."),
    ("Ausweise werden nur an Bewohner ausgegeben.", "Bewohner erhalten nur Ausweise."),
    ("Ausweise werden am Schalter ausgegeben.", "Der Schalter erhält Ausweise."),
    ("Ausweise wurden an Bewohner ausgegeben.", "Bewohner erhalten Ausweise."),
    ("Ausweise können an Bewohner ausgegeben werden.", "Bewohner erhalten Ausweise."),
    ("Das Rathaus ist am Montag zu.", "Das Rathaus ist am Montag geöffnet."),
    ("Das Rathaus ist am Montag nicht zu.", "Das Rathaus ist am Montag geschlossen."),
    (
        "Das Lagern von Holz bedarf der Erlaubnis des Forstamts.",
        "Für das Lagern von Holz brauchen Sie keine Erlaubnis des Forstamts.",
    ),
    (
        "Das Lagern von Holz bedarf der Erlaubnis des Forstamts.",
        "Für das Lagern von Holz brauchen Sie eine Erlaubnis der Gemeinde.",
    ),
    ("Wer Kopien herstellen will, braucht eine Erlaubnis.", "Kopien müssen mit Erlaubnis hergestellt werden."),
    ("Wer Kopien herstellen will, braucht keine Erlaubnis.", "Kopien dürfen nur mit Erlaubnis hergestellt werden."),
    ("Wer Kopien herstellen will, braucht eine Erlaubnis.", "Kopien dürfen ohne Erlaubnis hergestellt werden."),
    ("Wer Kopien herstellt, braucht eine Erlaubnis.", "Wer Kopien verkaufen will, braucht eine Erlaubnis."),
    ("Fundsachen werden sechs Monate aufbewahrt.", "Fundsachen werden ein halbes Jahr nicht aufbewahrt."),
    ("Fundsachen werden drei Monate aufbewahrt.", "Fundsachen werden ein halbes Jahr aufbewahrt."),
    ("Fundsachen werden im ersten Halbjahr versteigert.", "Fundsachen werden sechs Monate versteigert."),
    ("Der halbe Tag kostet 5 Euro.", "Ein Tag kostet 5 Euro."),
    ("Das halbe Jahr ist vorbei.", "Das Jahr ist vorbei."),
    ("Die Sprechstunde ist jeden ersten Mittwoch im Monat.", "Die Sprechstunde ist jeden Mittwoch."),
    (
        "Die Sprechstunde ist jeden ersten Mittwoch im Monat.",
        "Die Sprechstunde findet jeden zweiten Mittwoch im Monat statt.",
    ),
    ("Der Beitrag ist am 1. Februar eines jeden Jahres fällig.", "Der Beitrag ist am 1. Februar fällig geworden."),
    ("Die Straßenreinigung obliegt den Anliegern.", "Die Anlieger dürfen die Straße reinigen."),
    ("Die Straßenreinigung obliegt den Anliegern nicht.", "Die Anlieger müssen die Straße reinigen."),
    ("Hunde dürfen mitgeführt werden.", "Hunde dürfen nicht mitgenommen werden."),
    ("Für die Nutzung beträgt das Mindestalter 16 Jahre.", "Sie müssen mindestens 16 Jahre alt sein."),
    ("Das Mindestalter kann 16 Jahre betragen.", "Sie müssen mindestens 16 Jahre alt sein."),
    ("Das Mindestalter betrug 16 Jahre.", "Sie müssen mindestens 16 Jahre alt sein."),
]


@pytest.mark.parametrize(("quote", "sentence"), SAME)
def test_the_same_in_other_words_is_proved(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).proved, derive(sentence, [quote])


@pytest.mark.parametrize(("quote", "sentence"), OTHER)
def test_what_lies_close_to_it_is_not_proved(quote: str, sentence: str) -> None:
    assert not derive(sentence, [quote]).proved, derive(sentence, [quote])
