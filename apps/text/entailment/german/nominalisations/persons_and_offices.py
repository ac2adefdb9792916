"""Who acts: nouns that name persons, and those that name offices. German."""

from apps.text.entailment.both_languages.clause_part import Part

PERSONS = frozenset({"person", "mensch", "eltern", "kind", "haushalt", "verein", "betrieb", "bürger"})
PERSONAL = tuple(
    """
    er haushalt person innen tätige beschäftigte berechtigte pflichtige mitglied treibende ierende betrieb verein
    unternehmen anwohner befugte jährige jugendliche erwachsene angehörige
    """.split()  # noqa: SIM905 - a list of words to be read
)


def is_person(part: Part) -> bool:
    name = part.words[-1] if part.words else ""
    return part.determiner != "no" and (name in PERSONS or name.endswith(PERSONAL))


ENDS_OF_OFFICES = (
    *("amt", "behörde", "büro", "stelle", "stadt", "gemeinde", "kreis", "gericht", "ministerium", "verwaltung"),
    *("kasse", "polizei", "referat", "abteilung", "dezernat", "service", "kammer", "zentrum", "präsidium", "rathaus"),
    *("regierung", "rat", "kommission", "ausschuss", "vorstand"),
)
"""Ends of nouns: "Bauamt", "Stadtrat"."""


def is_office(part: Part) -> bool:
    return bool(part.words) and part.words[-1].endswith(ENDS_OF_OFFICES)
