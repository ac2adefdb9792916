"""Official language as plain language says it: orders, recipients, applicants, lists, general conditions."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    ("an order not to", "Katzen dürfen nicht mitgebracht werden.", "Bringen Sie keine Katzen mit."),
    ("the reader as applicant", "Der Antragsteller hat die Angaben zu belegen.", "Sie müssen die Angaben belegen."),
    ("who bears the costs", "Die Kosten trägt der Mieter.", "Der Mieter muss die Kosten tragen."),
    (
        "a recipient",
        "Dem Verein wird ein Zuschuss gewährt, wenn er Mitglieder wirbt.",
        "Der Verein bekommt einen Zuschuss, wenn er Mitglieder wirbt.",
    ),
    (
        "a condition said of all",
        "Eltern, deren Kinder den Hort besuchen, erhalten einen Nachlass.",
        "Eltern erhalten einen Nachlass, wenn ihre Kinder den Hort besuchen.",
    ),
    (
        "a list behind an order",
        "Dem Antrag sind Zeugnis und Foto beizufügen.",
        "Legen Sie dem Antrag bei:\n- Zeugnis\n- Foto",
    ),
    (
        "the documents that follow",
        "Dem Antrag sind folgende Unterlagen beizufügen: Zeugnis und Foto.",
        "Diese Unterlagen müssen Sie dem Antrag beilegen: Zeugnis und Foto.",
    ),
    ("an act as a noun", "Das Grillen ist nur im Hof gestattet.", "Sie dürfen nur im Hof grillen."),
    (
        "to pay back",
        "Der Verein ist zur Rückzahlung des Zuschusses verpflichtet.",
        "Der Verein muss den Zuschuss zurückzahlen.",
    ),
    (
        "a remedy",
        "Gegen den Bescheid kann innerhalb eines Monats Widerspruch eingelegt werden.",
        "Sie können innerhalb eines Monats Widerspruch gegen den Bescheid einlegen.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), [case[1:] for case in DERIVED], ids=[case[0] for case in DERIVED])
def test_plain_words_for_official_ones_are_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


NOT_DERIVED = [
    ("Katzen dürfen nicht mitgebracht werden.", "Bringen Sie Katzen mit."),
    ("Katzen müssen nicht mitgebracht werden.", "Bringen Sie keine Katzen mit."),
    ("Der Vermieter hat die Angaben zu belegen.", "Sie müssen die Angaben belegen."),
    ("Die Angaben sind zu belegen.", "Der Antragsteller muss die Angaben belegen."),
    ("Die Kosten trägt der Mieter.", "Der Vermieter muss die Kosten tragen."),
    ("Der Verein gewährt der Stadt einen Zuschuss.", "Der Verein bekommt einen Zuschuss."),
    ("Dem Verein kann ein Zuschuss gewährt werden.", "Der Verein bekommt einen Zuschuss."),
    (
        "Eltern, deren Kinder den Hort besuchen, erhalten einen Nachlass.",
        "Kinder erhalten einen Nachlass, wenn ihre Eltern den Hort besuchen.",
    ),
    ("Dem Antrag sind Zeugnis und Foto beizufügen.", "Legen Sie dem Antrag bei:\n- Zeugnis"),
    ("Das Grillen ist nur im Hof gestattet.", "Sie dürfen im Hof grillen."),
]


@pytest.mark.parametrize(("before", "rewrite"), NOT_DERIVED)
def test_another_order_recipient_or_list_is_not(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.DERIVED
    assert not derive(rewrite, [before]).proved
