"""One of several that are listed: said of each by itself, or only of all together."""

import pytest

from apps.text.entailment import derive, derive_rewrite

EACH = [
    ("Hunde und Katzen dürfen nicht mitgebracht werden.", "Katzen dürfen nicht mitgebracht werden."),
    (
        "Das Amt ist dienstags und donnerstags von 8 bis 12 Uhr geöffnet.",
        "Das Amt hat donnerstags von 8 bis 12 Uhr offen.",
    ),
    ("Schüler und Auszubildende erhalten 50 Prozent Ermäßigung.", "Auszubildende erhalten 50 Prozent Ermäßigung."),
    ("Für Kinder und Jugendliche ist der Eintritt frei.", "Für Jugendliche ist der Eintritt frei."),
    ("Dogs and cats must not be brought into the hall.", "Cats must not be brought into the hall."),
]
TOGETHER = [
    ("Dem Antrag sind Ausweis, Vollmacht und Nachweis beizufügen.", "Sie müssen dem Antrag den Ausweis beifügen."),
    ("Für den Antrag brauchen Sie Ausweis und Vollmacht.", "Für den Antrag brauchen Sie einen Ausweis."),
    ("Ausweis und Vollmacht genügen.", "Der Ausweis genügt."),
    ("Nur Hunde und Katzen dürfen mitgebracht werden.", "Nur Hunde dürfen mitgebracht werden."),
    ("Vater und Mutter tragen die Kosten.", "Der Vater trägt die Kosten."),
    ("Vater und Mutter müssen die Kosten tragen.", "Der Vater muss die Kosten tragen."),
    ("Erwachsene und Kinder zahlen 10 Euro.", "Kinder zahlen 10 Euro."),
    ("Eltern und Kinder dürfen nur gemeinsam baden.", "Kinder dürfen baden."),
    ("Eltern und Kinder dürfen gemeinsam baden.", "Kinder dürfen baden."),
    (
        "Wenn Ausweis und Vollmacht vorliegen, wird die Karte ausgestellt.",
        "Wenn der Ausweis vorliegt, wird die Karte ausgestellt.",
    ),
    (
        "Nach Vorlage von Ausweis und Vollmacht wird die Karte ausgestellt.",
        "Nach Vorlage des Ausweises wird die Karte ausgestellt.",
    ),
    ("Mit Ausweis und Vollmacht können Sie die Karte abholen.", "Mit dem Ausweis können Sie die Karte abholen."),
    ("Hunde oder Katzen sind zugelassen.", "Hunde sind zugelassen."),
    ("Alte Menschen und Kinder erhalten Hilfe.", "Kinder und alte Menschen und Tiere erhalten Hilfe."),
    ("Freie Getränke und Speisen werden ausgegeben.", "Speisen werden ausgegeben."),
    ("Der Ausschuss für Bau und Verkehr tagt montags.", "Der Ausschuss für Bau tagt montags."),
    ("Sie müssen nicht Ausweis und Vollmacht vorlegen.", "Sie müssen nicht den Ausweis vorlegen."),
    ("Hunde und Katzen dürfen nicht mitgebracht werden.", "Hunde dürfen mitgebracht werden."),
    ("Hunde und Katzen dürfen nicht mitgebracht werden.", "Vögel dürfen nicht mitgebracht werden."),
    ("Hunde dürfen nicht mitgebracht werden.", "Hunde und Katzen dürfen nicht mitgebracht werden."),
    ("Beide Eltern und das Kind müssen unterschreiben.", "Beide Eltern müssen unterschreiben und das Kind nicht."),
    ("Der Kurs findet am Montag und Dienstag um 8 und 9 Uhr statt.", "Der Kurs findet am Montag um 9 Uhr statt."),
]


@pytest.mark.parametrize(("quote", "sentence"), EACH)
def test_what_is_said_of_each_is_proved_of_one(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).proved, derive(sentence, [quote])


@pytest.mark.parametrize(("quote", "sentence"), TOGETHER)
def test_what_is_said_of_all_together_is_not_proved_of_one(quote: str, sentence: str) -> None:
    assert not derive(sentence, [quote]).proved, derive(sentence, [quote])


def test_a_rewrite_says_all_of_a_list_in_several_sentences() -> None:
    before = "Hunde und Katzen dürfen nicht mitgebracht werden."
    rewrite = "Hunde dürfen nicht mitgebracht werden. Auch Katzen dürfen nicht mitgebracht werden."
    assert derive_rewrite(before, rewrite).proved, derive_rewrite(before, rewrite)


@pytest.mark.parametrize(
    "rewrite",
    [
        "Hunde dürfen nicht mitgebracht werden.",
        "Hunde dürfen nicht mitgebracht werden. Hunde dürfen nicht mitgebracht werden.",
        "Hunde dürfen nicht mitgebracht werden. Katzen dürfen mitgebracht werden.",
    ],
)
def test_a_rewrite_that_leaves_an_item_out_is_not_derived(rewrite: str) -> None:
    assert not derive_rewrite("Hunde und Katzen dürfen nicht mitgebracht werden.", rewrite).proved
