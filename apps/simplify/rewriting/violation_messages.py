"""Messages about a violation: for the model that repairs it, in its text's language, and for people, in their own."""

from collections.abc import Sequence

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.simplify.text.language_detection import Language
from apps.simplify.text.rewrite_fidelity_violation import Violation, ViolationKind

FOR_MODELS: dict[ViolationKind, str] = {
    "protected_word": "Geschütztes Wort",
    "number": "Zahl oder Betrag",
    "date": "Datum oder Uhrzeit",
    "legal_reference": "Rechtsgrundlage",
    "condition": "Bedingung oder Einschränkung",
    "negation": "Verneinung",
    "contact": "Kontakt- oder Kontodaten",
    "form_of_address": "Anrede",
    "name": "Name",
    "quotation": "Zitat",
    "salutation": "Anrede- oder Grußzeile",
    "placeholder": "Platzhalter",
    "look_alike": "Fremdes Schriftzeichen",
    "gender_sign": "Genderzeichen",
    "markdown": "Markdown",
    "instruction": "Befolgte Anweisung",
    "omission": "Ausgelassener Inhalt",
    "addition": "Hinzugefügter Inhalt",
    "meaning": "Geänderter Sinn",
}
KIND_NAMES: dict[ViolationKind, Promise] = {
    "protected_word": _("protected word"),
    "number": _("number or amount"),
    "date": _("date"),
    "legal_reference": _("legal reference"),
    "condition": _("condition"),
    "negation": _("negation"),
    "contact": _("contact data"),
    "form_of_address": _("form of address"),
    "name": _("name"),
    "quotation": _("quotation"),
    "salutation": _("salutation or closing"),
    "placeholder": _("placeholder"),
    "look_alike": _("look-alike letter"),
    "gender_sign": _("gender sign"),
    "markdown": _("Markdown"),
    "instruction": _("instruction obeyed"),
    "omission": _("left out"),
    "addition": _("added"),
    "meaning": _("meaning changed"),
}
SHOWN = 160
"""Characters of what is named."""


def messages_for_model(violations: Sequence[Violation], language: Language = "de") -> str:
    """One line for each, such as: – Zahl oder Betrag: „14 tag“ fehlt."""
    if language == "en":
        with translation.override("en"):
            return "\n".join(f"– {KIND_NAMES[one.kind]}: {english_complaint(one)}" for one in violations)
    return "\n".join(f"– {FOR_MODELS[violation.kind]}: {german_complaint(violation)}" for violation in violations)


def german_complaint(violation: Violation) -> str:
    before, after = shorten_text(violation.before), shorten_text(violation.after)
    if before and after:
        return f"„{before}“ wurde zu „{after}“."
    return f"„{before}“ fehlt oder steht zu selten da." if before else f"„{after}“ steht nicht im Original."


def english_complaint(violation: Violation) -> str:
    before, after = shorten_text(violation.before), shorten_text(violation.after)
    if before and after:
        return f"“{before}” became “{after}”."
    return f"“{before}” is missing or stands there too rarely." if before else f"“{after}” is not in the original."


def shorten_text(text: str | None) -> str:
    return "" if not text else text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
