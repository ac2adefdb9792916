"""Long official clauses told in another order or form, and lies that lie close to each. Sentences of no benchmark."""

import pytest

from apps.text.entailment import Level, derive

YARD = "Der Hof muss montags bis freitags bis 6 Uhr, samstags bis 9 Uhr und sonn- und feiertags bis 10 Uhr gefegt sein."
FENCE = (
    "Der Zaun darf erst im Mai entfernt werden. "
    "Satz 1 gilt nicht, wenn der Abbau wegen Sturm, Brand oder Hochwasser notwendig ist."
)
TRUE = [
    (
        "an article that is no genitive",
        "Nach Ablauf der Probezeit steht Mietern dieses Zimmer zur Verfügung.",
        "Mietern steht dieses Zimmer nach Ablauf der Probezeit zur Verfügung.",
    ),
    (
        "a pronoun behind a preposition",
        "Der Verein ersetzt nur Kosten, die er oder seine Leitung genehmigt hat.",
        "Der Verein ersetzt nur Kosten, die von ihm oder seiner Leitung genehmigt wurden.",
    ),
    (
        "her as a pronoun",
        "Die Stadt entsorgt nur Abfälle, die sie oder ihre Betriebe gesammelt haben.",
        "Die Stadt entsorgt nur Abfälle, die von ihr oder ihren Betrieben gesammelt wurden.",
    ),
    (
        "a passive relative clause before an infinitive",
        "Der Zutritt zu Räumen, die als Lager genutzt werden, darf Besuchern nicht gewährt werden.",
        "Besuchern darf der Zutritt zu Räumen, die als Lager genutzt werden, nicht gewährt werden.",
    ),
    (
        "an adjective behind only and a preposition",
        "Die Abtretung der Forderung ist nur mit schriftlicher Zustimmung der Kasse zulässig.",
        "Die Forderung darf nur mit schriftlicher Zustimmung der Kasse abgetreten werden.",
    ),
    (
        "a preposition told once",
        "Der Betrag ist innerhalb von zehn Tagen oder innerhalb von zwei Monaten zu erstatten.",
        "Der Betrag ist innerhalb von zehn Tagen oder zwei Monaten zu erstatten.",
    ),
    (
        "deviating from a paragraph",
        "Abweichend von § 4 Absatz 2 sind Hunde an der Leine zu führen.",
        "Hunde sind an der Leine zu führen.",
    ),
    (
        "what is reckoned",
        "Angefangene Monate sind anteilig zu berechnen.",
        "Angefangene Monate werden anteilig berechnet.",
    ),
    (
        "not before",
        "Die Reserve muss nicht zuvor aufgelöst werden.",
        "Die Reserve muss vorher nicht aufgelöst werden.",
    ),
    (
        "the end of a period",
        "Die Beihilfe entfällt mit Ablauf des Jahres, in dem der Vertrag endet.",
        "Die Beihilfe entfällt am Ende des Jahres, in dem der Vertrag endet.",
    ),
    (
        "several acts",
        "In den Ferien werden keine Reinigungen und Lieferungen vorgenommen.",
        "In den Ferien finden keine Reinigungen und Lieferungen statt.",
    ),
    (
        "a value of a group behind a semicolon",
        "Die Leihfrist beträgt drei Wochen; für Zeitschriften eine Woche.",
        "Für Zeitschriften beträgt die Leihfrist eine Woche.",
    ),
    (
        "a value of a group behind a comma",
        "Die Leihfrist beträgt drei Wochen; bei Filmen, die neu erschienen sind, drei Tage.",
        "Die Leihfrist beträgt drei Wochen, bei Filmen, die neu erschienen sind, drei Tage.",
    ),
    (
        "days with hours of their own",
        YARD,
        "Samstags muss der Hof bis 9 Uhr gefegt sein.",
    ),
    (
        "one of two, with a bound behind",
        "Glas- / Papiersammelbehälter dürfen nur werktags befüllt werden.",
        "Papiersammelbehälter dürfen nur an Werktagen befüllt werden.",
    ),
    (
        "a list in a condition",
        FENCE,
        "Der Zaun darf erst im Mai entfernt werden, "
        "es sei denn, der Abbau ist wegen Sturm, Brand oder Hochwasser notwendig.",
    ),
]


@pytest.mark.parametrize(("quote", "claim"), [case[1:] for case in TRUE], ids=[case[0] for case in TRUE])
def test_it_is_proved(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.proved, str(found)


LIES = [
    (
        "Nach Ablauf der Probezeit steht Mietern dieses Zimmer zur Verfügung.",
        "Vor Ablauf der Probezeit steht Mietern dieses Zimmer zur Verfügung.",
    ),
    (
        "Die Stadt entsorgt nur Abfälle, die sie oder ihre Betriebe gesammelt haben.",
        "Die Stadt entsorgt nur Abfälle, die von ihren Betrieben gesammelt wurden.",
    ),
    (
        "Die Stadt entsorgt nur Abfälle, die sie oder ihre Betriebe gesammelt haben.",
        "Die Stadt entsorgt Abfälle, die von ihr oder ihren Betrieben gesammelt wurden.",
    ),
    (
        "Der Zutritt zu Räumen, die als Lager genutzt werden, darf Besuchern nicht gewährt werden.",
        "Besuchern darf der Zutritt zu Räumen, die als Lager genutzt werden, gewährt werden.",
    ),
    (
        "Der Zutritt zu Räumen, die als Lager genutzt werden, darf Besuchern nicht gewährt werden.",
        "Besuchern darf der Zutritt zu Räumen nicht gewährt werden.",
    ),
    ("Helfern dürfen Kinder nicht gezeigt werden.", "Kindern dürfen Helfer nicht gezeigt werden."),
    (
        "Die Abtretung der Forderung ist nur mit schriftlicher Zustimmung der Kasse zulässig.",
        "Die Forderung darf nur mit Zustimmung der Kasse abgetreten werden.",
    ),
    (
        "Der Betrag ist innerhalb von zehn Tagen oder innerhalb von zwei Monaten zu erstatten.",
        "Der Betrag ist innerhalb von zwei Monaten zu erstatten.",
    ),
    (
        "Der Betrag ist innerhalb von zehn Tagen oder nach zwei Monaten zu erstatten.",
        "Der Betrag ist innerhalb von zehn Tagen oder zwei Monaten zu erstatten.",
    ),
    (
        "Abweichend von § 4 Absatz 2 sind Hunde an der Leine zu führen.",
        "Abweichend von § 5 Absatz 2 sind Hunde an der Leine zu führen.",
    ),
    ("Hunde sind an der Leine zu führen.", "Abweichend von § 4 Absatz 2 sind Hunde an der Leine zu führen."),
    ("Abweichend von der Zusage des Amtes sind Hunde an der Leine zu führen.", "Hunde sind an der Leine zu führen."),
    ("Die Wege sind vor 7 Uhr zu räumen.", "Die Wege werden vor 7 Uhr geräumt."),
    ("Angefangene Monate sind nicht anteilig zu berechnen.", "Angefangene Monate werden anteilig berechnet."),
    ("Angefangene Monate müssen nicht berechnet werden.", "Angefangene Monate werden nicht berechnet."),
    ("Angefangene Monate können anteilig berechnet werden.", "Angefangene Monate werden anteilig berechnet."),
    ("Die Reserve muss nicht sofort aufgelöst werden.", "Die Reserve muss sofort nicht aufgelöst werden."),
    ("Die Reserve muss nicht zuvor aufgelöst werden.", "Die Reserve muss zuvor aufgelöst werden."),
    (
        "Die Beihilfe entfällt mit Ablauf des Jahres, in dem der Vertrag endet.",
        "Die Beihilfe entfällt am Anfang des Jahres, in dem der Vertrag endet.",
    ),
    (
        "Die Beihilfe entfällt mit Ablauf des Jahres, in dem der Vertrag endet.",
        "Die Beihilfe entfällt am Ende des Monats, in dem der Vertrag endet.",
    ),
    ("Die Kündigung ist zum Ende des Monats zulässig.", "Die Kündigung ist am Ende des Monats zulässig."),
    (
        "In den Ferien werden keine Reinigungen und Lieferungen vorgenommen.",
        "In den Ferien finden Reinigungen und Lieferungen statt.",
    ),
    (
        "In den Ferien können Reinigungen und Lieferungen vorgenommen werden.",
        "In den Ferien finden Reinigungen und Lieferungen statt.",
    ),
    (
        "Die Leihfrist beträgt drei Wochen; für Zeitschriften eine Woche.",
        "Die Leihfrist beträgt eine Woche; für Zeitschriften drei Wochen.",
    ),
    ("Die Leihfrist beträgt drei Wochen; für Zeitschriften eine Woche.", "Die Leihfrist beträgt drei Wochen."),
    ("Die Leihfrist beträgt drei Wochen; für Zeitschriften eine Woche.", "Die Leihfrist beträgt eine Woche."),
    (
        "Die Leihfrist beträgt drei Wochen, für Zeitschriften eine Woche.",
        "Für Zeitschriften beträgt die Leihfrist drei Wochen.",
    ),
    (
        "Die Leihfrist beträgt drei Wochen; bei Filmen, die neu erschienen sind, drei Tage.",
        "Die Leihfrist beträgt drei Wochen, bei Filmen drei Tage.",
    ),
    (
        "Die Leihfrist beträgt höchstens drei Wochen; für Zeitschriften eine Woche.",
        "Für Zeitschriften beträgt die Leihfrist höchstens eine Woche.",
    ),
    (
        YARD,
        "Sonntags muss der Hof bis 9 Uhr gefegt sein.",
    ),
    (
        YARD,
        "Samstags muss der Hof bis 6 Uhr gefegt sein.",
    ),
    (
        "Nur Glas- und Papiersammelbehälter dürfen werktags befüllt werden.",
        "Nur Papiersammelbehälter dürfen werktags befüllt werden.",
    ),
    ("Glas- und Papiersammelbehälter sind nur gemeinsam zu befüllen.", "Papiersammelbehälter sind nur zu befüllen."),
    ("Die Karte gilt nur für Busse und Bahnen.", "Die Karte gilt nur für Busse."),
    (
        FENCE,
        "Der Zaun darf erst im Mai entfernt werden, es sei denn, der Abbau ist wegen Sturm oder Brand notwendig.",
    ),
    (
        FENCE,
        "Der Zaun darf erst im Mai entfernt werden, wenn der Abbau wegen Sturm, Brand oder Hochwasser notwendig ist.",
    ),
    (
        "Zäune sind erlaubt. Der Zaun darf erst im Mai entfernt werden. Satz 1 gilt nicht, wenn er morsch ist.",
        "Der Zaun darf erst im Mai entfernt werden, es sei denn, er ist morsch.",
    ),
    (
        "Der Zaun darf erst im Mai entfernt werden. Satz 2 gilt nicht, wenn er morsch ist.",
        "Der Zaun darf erst im Mai entfernt werden, es sei denn, er ist morsch.",
    ),
]


@pytest.mark.parametrize(("quote", "claim"), LIES)
def test_a_lie_close_to_it_is_not(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved


def test_two_values_of_two_groups_accuse_nobody() -> None:
    quote = "Die Sperrzeit beträgt 12 Jahre; bei Kindern, die vor dem 5. Geburtstag erkrankt sind, 6 Jahre."
    claim = "Die Sperrzeit beträgt 12 Jahre, bei vor dem 5. Geburtstag erkrankten Kindern 6 Jahre."
    assert derive(claim, [quote]).level is not Level.CONTRADICTED
