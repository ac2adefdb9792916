"""The names of months and days of the week, German and English, in lower case: whoever reads dates looks here.

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


def title_case_pattern(*names: str) -> str:
    """Alternatives of a regular expression, each once: "Januar|Februar"."""
    return "|".join(dict.fromkeys(name.capitalize() for name in names))
