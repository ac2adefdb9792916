# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""Other numbers, dates, units and legal references, and values that change places. Both languages."""

import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator

from benchmarks.adversaries.sentences import (
    CONTRADICTS,
    DAMAGED,
    Mutation,
    Rule,
    Sentence,
    Swap,
    all_of,
    label_at,
    like,
    tidy,
    with_replaced,
)

NUMBER = (
    r"(?<![\d.,/§-])(?<!\d )(?P<number>\d{1,3}(?: \d{3})+|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)"
)
UNIT = {
    "de": r"€|Euro\b|EUR\b|Cent\b|Prozentpunkte\w*|Prozent\b|%|Millionen\b|Milliarden\b|Mio\.|Mrd\.|Arbeitstag\w*|Werktag\w*|"
    r"Kalendertag\w*|Tag(?:e|en)\b|Woche\w*|Monat(?:e|en)\b|Jahr(?:e|en)\b|Stunde\w*|Minute\w*|Uhr\b|Meter\w*|Kilometer\b|km\b|m²|"
    r"qm\b|Quadratmeter\w*|Liter\w*|Kilogramm\b|kg\b|Personen\b|Mitglieder\w*|Kinder\w*|Stimmen\b|Einwohner\w*|cm\b|mm\b|m³",
    "en": r"percent\b|per cent\b|%|euros?\b|dollars?\b|pounds?\b|million\b|billion\b|(?:working )?days\b|weeks\b|months\b|years\b|"
    r"hours\b|minutes\b|metres\b|miles\b|km\b|litres\b|people\b|members\b|children\b|points\b|games\b|yards\b|p\.?m\b|a\.?m\b",
}
SPELLED = {
    "de": ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    "en": ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
}
MONTHS = {
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
}
WEEKDAYS = {
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
}


def changed(sentence: Sentence) -> Iterator[Mutation]:
    """Another figure before the same unit."""
    for match in quantities(sentence):
        number = match["number"]
        other = other_number(number, sentence.text, is_clock(match["unit"], sentence.text, match))
        if other:
            claim = with_replaced(sentence.text, match.start("number"), match.end("number"), other)
            label = label_at(CONTRADICTS, sentence, match.start())
            yield Mutation(f"{number} -> {other}", "value changed", label, claim)


def quantities(sentence: Sentence) -> list[re.Match[str]]:
    """Figures with a unit after or a currency before them."""
    unit = UNIT[sentence.language]
    found = list(re.finditer(rf"{NUMBER}(?P<between>[  -]?)(?P<unit>{unit})", sentence.text))
    return found + list(re.finditer(rf"(?P<unit>[€$£]) ?{NUMBER}(?![\d.,]*\d)(?! (?:million|billion))", sentence.text))


def is_clock(unit: str, text: str, match: re.Match[str]) -> bool:
    return unit in {"Uhr", "pm", "p.m", "am", "a.m"} or re.match(r" ?(?:Uhr|[ap]\.?m)", text[match.end() :]) is not None


def other_number(number: str, text: str, clock: bool) -> str:
    """Another first or second digit, chosen by the sentence; never 0, 1 or a figure that stands there already."""
    if set(number) <= set("0., ") or number in {"1", "01"}:
        return ""
    choice = hashlib.sha256(f"{number} {text}".encode()).digest()
    for byte in choice:
        if clock:
            whole = re.match(r"\d+", number)
            assert whole is not None
            other = str(byte % 12 + 2 if int(whole[0]) < 12 else byte % 11 + 12) + number[whole.end() :]
        else:
            place = next(at for at, digit in enumerate(number) if digit.isdigit() and digit != "0")
            other = number[:place] + str(byte % 8 + 2) + number[place + 1 :]
        if (
            other != number
            and not re.search(rf"(?<!\d){re.escape(other)}(?!\d)", text)
            and value(other) != value(number)
        ):
            return other
    return ""


def value(number: str) -> str:
    return re.sub(r"[.,]00?$", "", number).replace(".", "").lstrip("0")


def spelled_changed(sentence: Sentence) -> Iterator[Mutation]:
    """ "drei Monate" -> "sechs Monate"."""
    words = SPELLED[sentence.language]
    for match in re.finditer(rf"\b({'|'.join(words)}) (?=(?:{UNIT[sentence.language]}))", sentence.text, re.IGNORECASE):
        at = words.index(match[1].lower())
        other = words[(at + 3) % len(words)]
        if not re.search(rf"\b{other}\b", sentence.text, re.IGNORECASE):
            claim = with_replaced(sentence.text, match.start(1), match.end(1), like(match[1], other))
            label = label_at(CONTRADICTS, sentence, match.start())
            yield Mutation(f"{match[1]} -> {other}", "value changed", label, claim)


def exchanged(sentence: Sentence) -> Iterator[Mutation]:
    """Two values of one unit change places, where a key of its own stands beside each."""
    matches = quantities(sentence)
    for first, second in itertools.pairwise(matches):
        if second.start() < first.end() or value(first["number"]) == value(second["number"]):
            continue
        between = sentence.text[first.end() : second.start()]
        if same_unit(first["unit"], second["unit"]) and has_key(between) and has_key(sentence.text[: first.start()]):
            if re.search(r"\b(?:davon|darunter|zuvor|gegenüber|statt|auf|zwischen|including|compared)\b", between):
                continue
            claim = sentence.text[: first.start("number")] + second["number"] + sentence.text[first.end("number") :]
            shift = len(second["number"]) - len(first["number"])
            claim = claim[: second.start("number") + shift] + first["number"] + claim[second.end("number") + shift :]
            yield Mutation(f"{first['number']} <-> {second['number']}", "values exchanged", CONTRADICTS, claim)


def same_unit(first: str, second: str) -> bool:
    return first[:4] == second[:4] or {first, second} <= {"€", "Euro", "EUR"}


def has_key(text: str) -> bool:
    """A word that names what the value belongs to."""
    return re.search(r"[A-Za-zÄÖÜäöüß]{5,}", text) is not None


def dates_changed(sentence: Sentence) -> Iterator[Mutation]:
    months = MONTHS[sentence.language]
    names = "|".join(months)
    for match in re.finditer(rf"(?:\b\d{{1,2}}\.? )?\b({names})\b(?= \d{{4}}|,| \d{{1,2}}\b|\b)", sentence.text):
        if sentence.language == "en" and match[1] in {"May", "March", "August"} and not re.search(r"\d", match[0]):
            continue
        other = months[(months.index(match[1]) + 5) % 12]
        if other not in sentence.text:
            yield of_date(sentence, match.start(1), match.end(1), match[1], other)
    for match in re.finditer(rf"\b(\d{{1,2}})(?=\.? (?:{names})\b)", sentence.text):
        other = str((int(match[1]) + 8) % 27 + 1)
        if not re.search(rf"\b{other}\b", sentence.text):
            yield of_date(sentence, match.start(1), match.end(1), match[1], other)
    for match in re.finditer(r"(?<![\d/.-])(?:19|20)\d\d(?![\d/-])(?! ?(?:€|Euro|%|Uhr))", sentence.text):
        if re.search(r"(?:BGBl|GBl|RGBl|GVBl)[^)]*$|S\. $|Drucksache[^ ]* $|Nr\. $", sentence.text[: match.start()]):
            continue
        other = str(int(match[0]) + (3 if int(match[0]) % 2 else -4))
        if other not in sentence.text:
            yield of_date(sentence, match.start(), match.end(), match[0], other)


def of_date(sentence: Sentence, start: int, end: int, old: str, new: str) -> Mutation:
    label = label_at(CONTRADICTS, sentence, start)
    return Mutation(f"{old} -> {new}", "date changed", label, with_replaced(sentence.text, start, end, new))


def weekdays_changed(sentence: Sentence) -> Iterator[Mutation]:
    days = WEEKDAYS[sentence.language]
    for match in re.finditer(rf"\b({'|'.join(days)})(?=s?\b)", sentence.text, re.IGNORECASE):
        at = [day.lower() for day in days].index(match[1].lower())
        other = days[(at + 2) % 7]
        if other.lower() not in sentence.text.lower():
            new = other if match[1][0].isupper() else other.lower()
            label = label_at(CONTRADICTS, sentence, match.start())
            claim = with_replaced(sentence.text, match.start(), match.end(), new)
            yield Mutation(f"{match[1]} -> {new}", "weekday changed", label, claim)


def references_changed(sentence: Sentence) -> Iterator[Mutation]:
    """Another paragraph, section or number of a law."""
    pattern = r"(?:§§? ?|\bArt(?:ikel|\.) |\bAbs(?:atz|ätze|\.) |\bNr\. |\bNummer |\bSatz |\b[Ss]ections? |\b[Aa]rticle )(\d+)(?![\d.,]*\d)"
    for match in re.finditer(pattern, sentence.text):
        other = str(int(match[1]) + (2 if int(match[1]) % 3 else 1))
        if not re.search(rf"\b{other}\b", sentence.text) and not re.match(
            r" ?(?:bis|und|to) ", sentence.text[match.end() :]
        ):
            claim = with_replaced(sentence.text, match.start(1), match.end(1), other)
            yield Mutation(f"{match[0]} -> {other}", "other legal reference", DAMAGED, claim)


def sum_added(sentence: Sentence) -> Iterable[Mutation]:
    """Two amounts and a sum that is not theirs."""
    amounts = [match for match in quantities(sentence) if match["unit"] in {"€", "Euro", "EUR", "euros", "£", "$"}]
    numbers = [int(number) for match in amounts if re.fullmatch(r"\d+", number := re.sub(r",00$", "", match["number"]))]
    if len(numbers) < 2:
        return
    wrong = sum(numbers) + 7
    text = {"de": f"Zusammen sind das {wrong} Euro.", "en": f"Together this is {wrong} euros."}[sentence.language]
    yield Mutation(f"+ {wrong}", "wrong sum added", DAMAGED, f"{sentence.text} {text}")


def percentage_added(sentence: Sentence) -> Iterable[Mutation]:
    """A share that is computed from nothing."""
    for match in quantities(sentence):
        if match["unit"] in {"€", "Euro", "EUR", "euros", "Millionen", "Milliarden", "million", "billion"}:
            new = {"de": "{} Prozent mehr als {}", "en": "{} percent more than {}"}[sentence.language]
            whole = match[0]
            if re.search(
                r"(?:Prozent|%|percent|mehr als|über|rund|unter|more than|over|about|up to|bis zu|als|per|[$£€]) ?$",
                sentence.text[: match.start()],
            ):
                continue
            claim = sentence.text[: match.start()] + new.format(17, whole) + sentence.text[match.end() :]
            label = label_at(CONTRADICTS, sentence, match.start())
            yield Mutation(f"{whole} -> +17 %", "percentage added", label, tidy(claim))
            return


COUNT = r"((?:(?!0[,.]?0* )\d[\d.,]*|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf) )"
UNITS_DE = [
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Tage", r"\1Wochen"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Tagen", r"\1Wochen"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Arbeits|Werk)tage", r"\1Wochen"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Arbeits|Werk)tagen", r"\1Monaten"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Wochen", r"\1Stunden"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Monate", r"\1Tage"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Monaten", r"\1Jahren"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Jahre", r"\1Monate", "alt|Jahre lang"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Jahren", r"\1Monaten"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Stunden", r"\1Minuten"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}Minuten", r"\1Stunden"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Euro|EUR|€)", r"\1Cent"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Millionen|Mio\.)", r"\1Milliarden"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Milliarden|Mrd\.)", r"\1Millionen"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Kilometer|km)", r"\1Meter"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Meter|m)", r"\1Kilometer"),
    Swap("unit changed", CONTRADICTS, rf"{COUNT}(?:Quadratmeter|qm|m²)", r"\1Hektar"),
    Swap("unit changed", CONTRADICTS, r"(eine[mn] )Monat", r"\1Tag"),
    Swap("unit changed", CONTRADICTS, r"(innerhalb|binnen|Ablauf) eines Monats", r"\1 eines Jahres"),
    Swap("unit changed", CONTRADICTS, r"(innerhalb|binnen|Ablauf) eines Jahres", r"\1 eines Monats"),
    Swap("unit changed", CONTRADICTS, r"(eine[r]? )Woche", r"\1Stunde"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) (?:angefangene )?Stunde", r"\1 Tag"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) Tag", r"\1 Woche"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) Monat", r"\1 Jahr"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) Jahr", r"\1 Monat"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) (?:Kind|Person|Mitglied|Teilnehmer|Einwohner)", r"\1 Haushalt"),
    Swap("unit base changed", CONTRADICTS, r"(je|pro) (?:Quadratmeter|m²|qm)", r"\1 Hektar"),
    Swap("unit base changed", CONTRADICTS, r"(Euro|€|EUR) im Monat", r"\1 im Jahr"),
    Swap("unit base changed", CONTRADICTS, r"(Euro|€|EUR) im Jahr", r"\1 im Monat"),
    Swap("unit base changed", CONTRADICTS, r"monatlich", "jährlich", "jährlich"),
    Swap("unit base changed", CONTRADICTS, r"vierteljährlich", "monatlich", "monatlich"),
    Swap("unit base changed", CONTRADICTS, r"jährlich", "monatlich", "monatlich"),
    Swap("unit base changed", CONTRADICTS, r"wöchentlich", "täglich", "täglich"),
    Swap("unit base changed", CONTRADICTS, r"täglich", "wöchentlich", "wöchentlich"),
    Swap("fraction changed", CONTRADICTS, r"die Hälfte", "ein Drittel", "Jahreshälfte|ersten|zweiten"),
    Swap("fraction changed", CONTRADICTS, r"ein Drittel", "die Hälfte"),
    Swap("fraction changed", CONTRADICTS, r"zwei Drittel", "ein Viertel"),
    Swap("fraction changed", CONTRADICTS, r"ein Viertel", "drei Viertel"),
    Swap(
        "fraction changed",
        CONTRADICTS,
        r"einmal",
        "dreimal",
        r"noch einmal|erst einmal|nicht einmal|auf einmal|zunächst einmal|einmal mehr",
    ),
    Swap("fraction changed", CONTRADICTS, r"zweimal", "viermal"),
    Swap("fraction changed", CONTRADICTS, r"doppelt", "dreifach"),
]
COUNTED = r"((?:\d[\d.,]*|two|three|four|five|six|eight|ten|twelve) )"
UNITS_EN = [
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}(?:working days|days)", r"\1weeks"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}weeks", r"\1days"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}months", r"\1years"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}years", r"\1months", "old|ago"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}hours", r"\1minutes"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}minutes", r"\1hours"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}million", r"\1billion"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}billion", r"\1million"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}metres", r"\1kilometres"),
    Swap("unit changed", CONTRADICTS, rf"{COUNTED}(?:percent|per cent|%)", r"\1people"),
    Swap(
        "unit base changed",
        CONTRADICTS,
        r"(per|an?|each) hour",
        r"\1 day",
        "half an hour|an hour (?:before|after|later)",
    ),
    Swap("unit base changed", CONTRADICTS, r"(per|a) day", r"\1 week", "day (?:before|after|later)"),
    Swap("unit base changed", CONTRADICTS, r"(per|a) month", r"\1 year", "month (?:before|after|later)"),
    Swap("unit base changed", CONTRADICTS, r"(per|a) year", r"\1 month", "year (?:before|after|later)|half a year"),
    Swap("unit base changed", CONTRADICTS, r"(per|for each) (?:child|person|member|visitor)", r"\1 household"),
    Swap("unit base changed", CONTRADICTS, "monthly", "yearly"),
    Swap("unit base changed", CONTRADICTS, "(?:yearly|annually)", "monthly"),
    Swap("unit base changed", CONTRADICTS, "weekly", "daily"),
    Swap("fraction changed", CONTRADICTS, "half of", "a third of"),
    Swap("fraction changed", CONTRADICTS, "one third of", "two thirds of"),
    Swap("fraction changed", CONTRADICTS, "once (?=(?:a|per|every|in the|each) )", "three times ", "at once"),
    Swap("fraction changed", CONTRADICTS, "twice", "five times"),
]

RULES: list[Rule] = [
    changed,
    spelled_changed,
    exchanged,
    dates_changed,
    weekdays_changed,
    references_changed,
    sum_added,
    percentage_added,
]
GERMAN: list[Rule] = [*RULES, all_of(UNITS_DE)]
ENGLISH: list[Rule] = [*RULES, all_of(UNITS_EN)]
