"""Denials of several, ages in front of a noun, periods and ends told otherwise; with lies that lie close to each."""

import pytest

from apps.text.entailment import Level, derive

TRUE = [
    (
        "neither, nor, nor",
        "Kurse, Führungen oder Vorträge erfolgen nicht.",
        "Es erfolgen weder Kurse noch Führungen noch Vorträge.",
    ),
    (
        "neither in front",
        "Zelte oder Wagen dürfen nicht abgestellt werden.",
        "Weder Zelte noch Wagen dürfen abgestellt werden.",
    ),
    (
        "one of neither",
        "Weder Zelte noch Wagen dürfen abgestellt werden.",
        "Wagen dürfen nicht abgestellt werden.",
    ),
    (
        "a thing with an article of its own",
        "Der Wert des Bodens und die Kosten des Baus werden nicht vergütet.",
        "Die Kosten des Baus werden nicht vergütet.",
    ),
    (
        "an age before its noun",
        "Wer eine Katze hält, die jünger als vier Monate ist, hat sie zu melden.",
        "Wer eine unter vier Monate alte Katze hält, muss sie melden.",
    ),
    (
        "a participle within wer",
        "Wer eine in der Liste genannte Pflanze entfernt, hat sie zu ersetzen.",
        "Wer eine Pflanze entfernt, die in der Liste genannt ist, muss sie ersetzen.",
    ),
    (
        "als, wer",
        "Als Gast gilt, wer keinen Ausweis der Bücherei besitzt.",
        "Wer keinen Ausweis der Bücherei besitzt, gilt als Gast.",
    ),
    (
        "erhalten in front",
        "Hat der Verein Helfer oder Fahrer bestellt, erhalten diese ein Essen.",
        "Wenn der Verein Helfer oder Fahrer bestellt hat, erhalten diese ein Essen.",
    ),
    (
        "during",
        "Während der Winterferien kann der Saal mit Zustimmung des Leiters gemietet werden.",
        "In den Winterferien kann der Saal mit Zustimmung des Leiters gemietet werden.",
    ),
    (
        "due on a day",
        "Die Miete wird zum 3. April fällig.",
        "Die Miete wird am 3. April fällig.",
    ),
    (
        "after, with a permission",
        "Nach Ablauf der Sperre kann das Konto neu eröffnet werden.",
        "Ist die Sperre abgelaufen, kann das Konto neu eröffnet werden.",
    ),
    (
        "forbidden to persons",
        "Das Befahren des Wegs ist Unbefugten untersagt.",
        "Unbefugte dürfen den Weg nicht befahren.",
    ),
    (
        "not beside",
        "Kisten dürfen nicht neben den Türen abgestellt werden.",
        "Es ist nicht gestattet, Kisten neben den Türen abzustellen.",
    ),
    (
        "a birthday and a right",
        "Nach Vollendung des 60. Lebensjahres steht Gärtnern dieses Recht in Abständen von einem Monat zu.",
        "Ab dem 60. Geburtstag haben Gärtner dieses Recht einmal im Monat.",
    ),
    (
        "in a form",
        "Die Bestellung von Büchern in elektronischer Form ist ausgeschlossen.",
        "Elektronisch dürfen Bücher nicht bestellt werden.",
    ),
    (
        "a passive whose participle is an infinitive",
        "Das Befahren der Höfe ist nur mit Zustimmung des Amtes zulässig.",
        "Die Höfe dürfen nur mit Zustimmung des Amtes befahren werden.",
    ),
    (
        "so long",
        "Schlüssel werden zwei Monate aufbewahrt.",
        "Schlüssel werden zwei Monate lang aufbewahrt.",
    ),
    (
        "named in a paragraph",
        "In Absatz 2 genannte Vereine können befreit werden.",
        "Vereine, die in Absatz 2 genannt sind, können befreit werden.",
    ),
    (
        "is ended",
        "Wird die Miete beendet, ist der Schlüssel abzugeben.",
        "Endet die Miete, ist der Schlüssel abzugeben.",
    ),
]


@pytest.mark.parametrize(("quote", "claim"), [case[1:] for case in TRUE], ids=[case[0] for case in TRUE])
def test_it_is_proved(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.proved, str(found)


LIES = [
    (
        "Das Befahren der Höfe ist nur mit Zustimmung des Amtes zulässig.",
        "Die Höfe dürfen befahren werden.",
    ),
    ("Schlüssel werden zwei Monate aufbewahrt.", "Schlüssel werden in zwei Monaten aufbewahrt."),
    ("Schlüssel werden zwei Monate aufbewahrt.", "Schlüssel werden zwei Wochen lang aufbewahrt."),
    (
        "In Absatz 2 genannte Vereine können befreit werden.",
        "Vereine, die in Absatz 3 genannt sind, können befreit werden.",
    ),
    (
        "Nach Vollendung des 60. Lebensjahres steht Gärtnern dieses Recht in Abständen von einem Monat zu.",
        "Vor dem 60. Geburtstag haben Gärtner dieses Recht einmal im Monat.",
    ),
    (
        "Nach Vollendung des 60. Lebensjahres steht Gärtnern dieses Recht in Abständen von einem Monat zu.",
        "Ab dem 60. Geburtstag haben Gärtner dieses Recht zweimal im Monat.",
    ),
    ("Den Gärtnern steht der Hof zu.", "Die Gärtner haben den Hof."),
    ("Den Gärtnern steht ein Recht der Mieter zu.", "Die Mieter haben ein Recht."),
    (
        "Die Bestellung von Büchern in elektronischer Form ist ausgeschlossen.",
        "Schriftlich dürfen Bücher nicht bestellt werden.",
    ),
    ("Zelte und Wagen dürfen nicht zugleich abgestellt werden.", "Wagen dürfen nicht abgestellt werden."),
    ("Zelte oder Wagen dürfen abgestellt werden.", "Weder Zelte noch Wagen dürfen abgestellt werden."),
    ("Weder Zelte noch Wagen dürfen abgestellt werden.", "Zelte oder Wagen dürfen abgestellt werden."),
    ("Zelte oder Wagen dürfen abgestellt werden.", "Wagen dürfen abgestellt werden."),
    ("Zelte oder Wagen müssen nicht gemeldet werden.", "Wagen müssen nicht gemeldet werden."),
    ("Weder Zelte noch Wagen dürfen abgestellt werden.", "Zelte dürfen abgestellt werden."),
    ("Der Leiter des Amts und der Kasse wird nicht ersetzt.", "Der Leiter der Kasse wird ersetzt."),
    (
        "Der Wert des Bodens und die Kosten des Baus werden nicht vergütet.",
        "Die Kosten des Bodens werden nicht vergütet.",
    ),
    ("Der Wert des Bodens und die Kosten des Baus sind nachzuweisen.", "Die Kosten des Baus sind nachzuweisen."),
    (
        "Wer eine Katze hält, die jünger als vier Monate ist, hat sie zu melden.",
        "Wer eine über vier Monate alte Katze hält, muss sie melden.",
    ),
    (
        "Wer eine Katze hält, die jünger als vier Monate ist, hat sie zu melden.",
        "Wer eine Katze hält, muss sie melden.",
    ),
    (
        "Wer eine Katze hält, die jünger als vier Monate ist, hat sie zu melden.",
        "Wer eine unter vier Jahre alte Katze hält, muss sie melden.",
    ),
    (
        "Wenn ein Hund, der älter als drei Monate ist, in einem Haus lebt, ist er anzumelden.",
        "Wenn ein Hund in einem Haus lebt, das älter als drei Monate ist, ist er anzumelden.",
    ),
    (
        "Als Gast gilt, wer keinen Ausweis der Bücherei besitzt.",
        "Als Gast gilt, wer einen Ausweis der Bücherei besitzt.",
    ),
    ("Während der Winterferien kann der Saal gemietet werden.", "Nach den Winterferien kann der Saal gemietet werden."),
    ("Der Vertrag kann zum 3. April gekündigt werden.", "Der Vertrag kann am 3. April gekündigt werden."),
    (
        "Nach Ablauf der Sperre kann das Konto neu eröffnet werden.",
        "Läuft die Sperre ab, kann das Konto neu eröffnet werden.",
    ),
    (
        "Vor Ablauf der Sperre kann das Konto gelöscht werden.",
        "Ist die Sperre abgelaufen, kann das Konto gelöscht werden.",
    ),
    ("Das Befahren des Wegs ist Unbefugten untersagt.", "Befugte dürfen den Weg nicht befahren."),
    ("Kisten dürfen nicht neben den Türen abgestellt werden.", "Kisten dürfen nicht abgestellt werden."),
    ("Die Miete muss beendet werden.", "Die Miete endet."),
    ("Die Miete wird vom Vermieter beendet.", "Die Miete endet."),
]


@pytest.mark.parametrize(("quote", "claim"), LIES)
def test_a_lie_close_to_it_is_not(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved


def test_more_bounds_than_the_source_are_no_denial_lost() -> None:
    quote = (
        "Er kann auf bis zu zehn Stunden nur verlängert werden, wenn im Mittel acht Stunden nicht überschritten werden."
    )
    claim = "Bis zu zehn Stunden sind nur zulässig, wenn der Durchschnitt bei höchstens acht Stunden bleibt."
    assert derive(claim, [quote]).level is not Level.CONTRADICTED
