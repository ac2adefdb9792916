"""One word put in the place of another that excludes it, and the ways to say the same that must not be taken for it."""

import pytest

from apps.chat.contradictions.exclusive_terms import swaps_term

SWAPPED = [
    ("Der Vermieter trägt die Kosten der Reparatur.", "Der Mieter trägt die Kosten der Reparatur."),
    ("Die Verkäuferin trägt die Notarkosten.", "Die Käuferin trägt die Notarkosten."),
    ("Die Gebühr ist jährlich zu entrichten.", "Die Gebühr ist monatlich zu entrichten."),
    ("Hunde müssen an der Leine geführt werden.", "Hunde können an der Leine geführt werden."),
    ("Die Einwohnerzahl ist im letzten Jahr gestiegen.", "Die Einwohnerzahl ist im letzten Jahr gesunken."),
    ("Das Museum ist montags geschlossen.", "Das Museum ist dienstags geschlossen."),
    ("Die Regel gilt innerhalb der Ortschaft.", "Die Regel gilt außerhalb der Ortschaft."),
    ("Der erste Hund kostet 96 Euro.", "Der zweite Hund kostet 96 Euro."),
    ("Erwachsene zahlen 5 Euro Eintritt.", "Kinder zahlen 5 Euro Eintritt."),
    ("Das Befahren des Marktes ist verboten.", "Das Befahren des Marktes ist erlaubt."),
    ("Der Antrag wurde abgelehnt.", "Der Antrag wurde angenommen."),
    ("Die Frist beginnt am 1. März.", "Die Frist endet am 1. März."),
    ("Das Freibad öffnet im Mai.", "Das Freibad schließt im Mai."),
    ("Die Teilnahme ist freiwillig.", "Die Teilnahme ist verpflichtend."),
    ("Die Ausgaben betrugen 3 Millionen Euro.", "Die Einnahmen betrugen 3 Millionen Euro."),
    ("Das Land erstattet die Kosten.", "Der Bund erstattet die Kosten."),
    ("Die Mehrheit stimmte dafür.", "Die Mehrheit stimmte dagegen."),
    ("Die Tonne ist bis 6 Uhr morgens bereitzustellen.", "Die Tonne ist bis 6 Uhr abends bereitzustellen."),
    ("Eltern zahlen den halben Beitrag.", "Eltern zahlen den doppelten Beitrag."),
    ("Die Fähre verkehrt im Sommer stündlich.", "Die Fähre verkehrt im Winter stündlich."),
    ("Die Straße wird verbreitert.", "Die Straße wird verengt."),
]
SAID_OTHERWISE = [
    ("Die Käuferin trägt die Notarkosten.", "Notarkosten zahlt die Käuferin."),
    ("Das Museum ist montags und dienstags geschlossen.", "Dienstags ist das Museum geschlossen."),
    ("Die Beiträge sinken im nächsten Jahr.", "Im nächsten Jahr werden die Beiträge niedriger."),
    ("Grillen ist nicht verboten.", "Grillen ist erlaubt."),
    ("Hunde sind außerhalb der Anlage erlaubt, in der Anlage verboten.", "Außerhalb der Anlage sind Hunde erlaubt."),
    ("Parken ist hier verboten, ausgenommen Anwohner.", "Anwohnern ist das Parken erlaubt."),
    ("Das Amt ist vormittags geschlossen.", "Das Amt ist nachmittags geöffnet."),
    ("Der Zutritt ist nur mit Ausweis erlaubt.", "Ohne Ausweis ist der Zutritt verboten."),
    ("Das Parken ist außerhalb der Flächen verboten.", "Das Parken ist nur innerhalb der Flächen erlaubt."),
    ("Sie können online kommen, müssen sich aber ausweisen.", "Sie können online kommen."),
    ("Wer umzieht, muss sich innerhalb von zwei Wochen anmelden.", "Sie müssen sich in zwei Wochen anmelden."),
    ("Anträge können schriftlich gestellt werden.", "Sie dürfen den Antrag schriftlich stellen."),
    ("Das Amt hat von Montag bis Freitag Sprechzeit.", "Am Donnerstag hat das Amt Sprechzeit."),
    ("Geöffnet ist von Montag bis Freitag.", "Die Stelle ist am Mittwoch geöffnet."),
    ("Die Halle ist von April bis September offen.", "Im Sommer ist die Halle offen."),
    ("Der Beitrag von 10 Euro ist monatlich zu zahlen.", "Der Beitrag beträgt jährlich 120 Euro."),
    ("Die Gemeinde, nicht der Landkreis, entscheidet.", "Die Gemeinde entscheidet."),
    ("Weniger als zehn Personen reichen nicht aus.", "Es müssen mehr als neun Personen sein."),
    ("Das erste Kind zahlt 100 Euro, jedes zweite die Hälfte.", "Das zweite Kind zahlt die Hälfte."),
    ("Die Arbeitgeberin meldet den Arbeitnehmer an.", "Der Arbeitnehmer wird von der Arbeitgeberin angemeldet."),
    ("Der Preis ist um mehr als 10 Prozent gestiegen.", "Der Preis stieg um mehr als 10 Prozent."),
    (
        "Das Kind darf den Ausweis mit Zustimmung beantragen.",
        "Ohne Zustimmung darf das Kind keinen Ausweis beantragen.",
    ),
    ("Der Sitzungsraum kann gemietet werden.", "Sie können den Raum mieten."),
]


@pytest.mark.parametrize(("quoted", "claim"), SWAPPED)
def test_a_word_that_excludes_the_quoted_one_is_found(quoted: str, claim: str) -> None:
    assert swaps_term(claim, [quoted], [quoted])


@pytest.mark.parametrize(("quoted", "claim"), SAID_OTHERWISE)
def test_the_same_in_other_words_is_none(quoted: str, claim: str) -> None:
    assert not swaps_term(claim, [quoted], [quoted])


def test_another_sentence_of_the_page_may_say_it() -> None:
    quoted, other = "Erwachsene zahlen 5 Euro Eintritt.", "Kinder zahlen 3 Euro Eintritt."
    assert swaps_term("Kinder zahlen Eintritt.", [quoted], [quoted])
    assert not swaps_term("Kinder zahlen Eintritt.", [quoted], [quoted, other])


def test_the_words_of_another_quoted_sentence_exclude_nothing() -> None:
    quoted = "Die Versorgung kann unterbrochen werden. Die Gemeinde hat jede Störung unverzüglich zu beheben."
    claim = "Jede Störung muss von der Gemeinde unverzüglich behoben werden."
    assert not swaps_term(claim, [quoted], [quoted])
    assert swaps_term("Die Versorgung muss unterbrochen werden.", [quoted], [quoted])
