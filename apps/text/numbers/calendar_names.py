"""The names of months and days of the week, German and English, in lower case, and the century of a year of two digits:
whoever reads dates looks here.

Elsewhere stand patterns that read something else with parts of these names, such as "mo" and "montagvormittags" in
opening hours.
"""

GERMAN_MONTHS = (
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
)  # fmt: skip
ENGLISH_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
MONTH_NUMBER = {
    name: number
    for number, names in enumerate(
        (
            "januar jänner january jan", "februar feber february feb", "märz march mär mrz mar", "april apr", "mai may",
            "juni june jun", "juli july jul", "august aug", "september sept sep", "oktober october okt oct",
            "november nov", "dezember december dez dec",
        ), start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Every name and abbreviation, without its full stop: "jänner" and "jan" are 1."""
GERMAN_WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
ENGLISH_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TO_GERMAN_WEEKDAY = dict(zip(ENGLISH_WEEKDAYS, GERMAN_WEEKDAYS, strict=True))
TO_ENGLISH_WEEKDAY = dict(zip(GERMAN_WEEKDAYS, ENGLISH_WEEKDAYS, strict=True))

FIRST_OF_LAST_CENTURY = 50
"""Years of two digits below it are of this century: statutes of the 1990s are in force, and few dates lie past 2049."""


def full_year(year: str) -> str:
    """ "98" is "1998", "26" is "2026"; a year of four digits, or none, is as it was."""
    if len(year) != len("98"):
        return year
    return f"{20 if int(year) < FIRST_OF_LAST_CENTURY else 19}{year}"


def title_case_pattern(*names: str) -> str:
    """Alternatives of a regular expression, each once: "Januar|Februar"."""
    return "|".join(dict.fromkeys(name.capitalize() for name in names))
