"""Initial data of an installation: four text types and two lists of protected words."""

from typing import Any

TEXT_TYPES = (
    {
        "slug": "letter",
        "label": "Brief",
        "position": 1,
        "is_default": True,
        "guidance": (
            "Der Text ist ein Brief einer Behörde. Anrede, Grußformel, Unterschrift, Anschrift, Betreff und "
            "Aktenzeichen bleiben Zeichen für Zeichen stehen. Was die Leserin oder der Leser tun soll und bis "
            "wann, steht in eigenen Sätzen."
        ),
        "guidance_english": (
            "The text is a letter of a public authority. Salutation, closing, signature, address, subject and "
            "reference stay as they are."
        ),
    },
    {
        "slug": "email",
        "label": "E-Mail",
        "position": 2,
        "is_default": False,
        "guidance": (
            "Der Text ist eine E-Mail. Halten Sie ihn kurz. Anrede, Gruß und Signatur bleiben Zeichen für Zeichen "
            "stehen."
        ),
        "guidance_english": (
            "The text is an e-mail. Keep it short. Salutation, closing and signature stay as they are."
        ),
    },
    {
        "slug": "web",
        "label": "Web-Text",
        "position": 3,
        "is_default": False,
        "guidance": (
            "Der Text steht auf einer Internetseite. Das Wichtigste steht zuerst. Zwischenüberschriften bleiben "
            "eigene Zeilen; Aufzählungen beginnen mit einem Gedankenstrich."
        ),
        "guidance_english": (
            "The text is a web page. The most important thing comes first. Headings stay lines of their own."
        ),
    },
    {
        "slug": "notice",
        "label": "Bescheid mit Rechtsbehelfsbelehrung",
        "position": 4,
        "is_default": False,
        "guidance": (
            "Der Text ist ein Bescheid. Tenor, Fristen, Beträge, Rechtsgrundlagen und die Rechtsbehelfsbelehrung "
            "müssen rechtlich dasselbe sagen wie vorher. Lassen Sie die Rechtsbehelfsbelehrung im Zweifel "
            "unverändert."
        ),
        "guidance_english": (
            "The text is an official decision. Operative part, time limits, amounts, legal bases and the notice "
            "of legal remedies must say exactly what they said before. When in doubt leave that notice unchanged."
        ),
    },
)

ABHELFEN = (
    "abhilft",
    "abgeholfen",
    "abzuhelfen",
    "abhalf",
    "abhülfe",
    "helfe ab",
    "hilft ab",
    "helfen ab",
    "half ab",
    "halfen ab",
)
EXAMPLE_LIST = "Beispielliste"
EXAMPLE_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Zugehörigkeit", ()),
    ("Mitgliedschaft", ()),
    ("Zuständigkeit", ()),
    ("Beschäftigte", ()),
    ("Anschriftenänderung", ()),
    ("Ehrenamtlich Tätige", ()),
    ("Unbedenklichkeitsbescheinigung", ()),
    ("Widerspruch", ("Widersprüche", "Widersprüchen")),
    ("Gemeinnützigkeit", ()),
    ("Mitgliedsnummer", ()),
    ("Kundennummer", ()),
    ("Beschwerde", ()),
    ("Vorschuss", ("Vorschüsse", "Vorschüssen")),
    ("Klage", ()),
    ("Bezeichnungsverfahren", ()),
    ("Rechtsformwechsel", ()),
    ("Tätigkeitsschlüssel", ()),
    ("Gefahrklasse", ()),
    ("Amtshilfe", ()),
    ("Ausfüllhilfe", ()),
    ("Abhilfe", ()),
    ("abhelfen", ABHELFEN),
)
WORD_LIST = "Beispielliste Verwaltung"
PROTECTED_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Abhilfe", ()),
    ("abhelfen", ABHELFEN),
    ("Anfechtungsklage", ()),
    ("Anhörung", ()),
    ("Arbeitsunfall", ("Arbeitsunfälle", "Arbeitsunfällen")),
    ("Beitragsbescheid", ()),
    ("Berufskrankheit", ()),
    ("Beschäftigte", ()),
    ("Bescheid", ()),
    ("Ehrenamtlich Tätige", ()),
    ("Klage", ()),
    ("Rechtsbehelfsbelehrung", ()),
    ("Sozialgericht", ()),
    ("Unfallversicherung", ()),
    ("Unternehmer", ()),
    ("Verletztengeld", ()),
    ("Verletztenrente", ()),
    ("Versicherte", ()),
    ("Versicherungsfall", ("Versicherungsfälle", "Versicherungsfällen")),
    ("Verwaltungsakt", ()),
    ("Wegeunfall", ("Wegeunfälle", "Wegeunfällen")),
    ("Widerspruch", ("Widersprüche", "Widersprüchen")),
)


def add_example_list(word_lists: type[Any], protected_words: type[Any]) -> None:
    """The example list, where no list of that name is. For a migration, with its models; may run twice."""
    words, created = word_lists.objects.get_or_create(name=EXAMPLE_LIST)
    if created:
        protected_words.objects.bulk_create(
            protected_words(word_list=words, term=term, forms=list(forms)) for term, forms in EXAMPLE_WORDS
        )


def add_new_forms(protected_words: type[Any]) -> int:
    """Adds inflected forms to the earlier list where an older installation lacks them; returns how many words got some.

    For a migration, with its model. What editors added, changed or deleted in the list stays as they left it.
    """
    changed = 0
    shipped = dict(PROTECTED_WORDS)
    for word in protected_words.objects.filter(word_list__name=WORD_LIST, term__in=shipped):
        new = [form for form in shipped[word.term] if form not in word.forms]
        if new:
            word.forms = [*word.forms, *new]
            word.save(update_fields=["forms"])
            changed += 1
    return changed
