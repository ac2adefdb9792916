"""The same value written otherwise: numbers, dates, units, references. Both languages; the meaning stays."""

import re
from collections.abc import Iterator

from benchmarks.adversaries.sentences import PRESERVED, Mutation, Rule, Sentence, pattern, tidy
from benchmarks.adversaries.values import MONTHS, SPELLED, UNIT


def same(kind: str, text: str, old: str, new: str, flags: int = 0) -> Iterator[Mutation]:
    """One mutation for each place of the pattern."""
    for match in pattern(old, flags).finditer(text):
        claim = tidy(text[: match.start()] + match.expand(new) + text[match.end() :])
        yield Mutation(f"{match[0]} -> {match.expand(new)}", kind, PRESERVED, claim)


def numbers(sentence: Sentence) -> Iterator[Mutation]:
    text, words = sentence.text, SPELLED[sentence.language]
    unit = rf"(?= (?:{UNIT[sentence.language]}))"
    for number, word in enumerate(words, start=2):
        yield from same("number notation", text, rf"\b{word}{unit}", str(number), re.IGNORECASE)
        yield from same(
            "number notation", text, rf"(?<![\d.,/§$€£-])(?<!\d ){number}{unit}(?! (?:%|Uhr|€|[ap]\.?m))", word
        )
    if sentence.language == "de":
        yield from same("number notation", text, r"(\d),00(?= (?:€|Euro|EUR))", r"\1")
        yield from same("number notation", text, r"(?<![\d.,])(\d+)(?= (?:Euro|EUR|€)(?!\w))", r"\1,00")
        yield from same(
            "number notation", text, r"(?<![\d.,])(\d{1,3})\.(\d{3})(?= (?:Euro|EUR|€|Personen|Einwohner))", r"\1 \2"
        )
        yield from same("number notation", text, r"(?<![\d.,])(\d{1,2})\.00(?= Uhr)", r"\1")
        yield from same("number notation", text, r"(?<=\d) ?%", " Prozent")
        yield from same("number notation", text, r"(?<=\d) Prozent\b(?!p)", " %")
        yield from same("number notation", text, r"(?<=\d) (?:€|EUR)(?!\w)", " Euro")
        yield from same("number notation", text, r"(?<=\d) Euro\b", " €")
        yield from same("number notation", text, r"(?<=\d) Mio\.", " Millionen")
        yield from same("number notation", text, r"(?<=\d) Millionen\b", " Mio.")
        yield from same("number notation", text, r"(?<=\d) Quadratmetern?\b", " m²")
        yield from same("number notation", text, r"(?<=\d) Kilometern?\b", " km")
    else:
        yield from same("number notation", text, r"(?<=\d) ?%", " percent")
        yield from same("number notation", text, r"(?<=\d) (?:percent|per cent)\b", "%")
        yield from same("number notation", text, r"(?<![\d.,])(\d+) euros?\b", r"€\1")
        yield from same("number notation", text, r"€ ?(\d+)(?![\d.,])(?! (?:million|billion))", r"\1 euros")
        yield from same("number notation", text, r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d,])", r"\1\2")


def dates(sentence: Sentence) -> Iterator[Mutation]:
    text, months = sentence.text, MONTHS[sentence.language]
    names = "|".join(months)
    if sentence.language == "de":
        for match in re.finditer(rf"\b(\d{{1,2}})\. ?({names}) (\d{{4}})\b", text):
            number = months.index(match[2]) + 1
            for new in (f"{int(match[1]):02}.{number:02}.{match[3]}", f"{int(match[1])}.{number}.{match[3]}"):
                yield dated(text, match, new)
        for match in re.finditer(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b", text):
            if 1 <= int(match[2]) <= 12:
                yield dated(text, match, f"{int(match[1])}. {months[int(match[2]) - 1]} {match[3]}")
        return
    for match in re.finditer(rf"\b(\d{{1,2}}) ({names}) (\d{{4}})\b", text):
        yield dated(text, match, f"{match[2]} {match[1]}, {match[3]}")
        yield dated(text, match, f"{match[3]}-{months.index(match[2]) + 1:02}-{int(match[1]):02}")
    for match in re.finditer(rf"\b({names}) (\d{{1,2}}), (\d{{4}})\b", text):
        yield dated(text, match, f"{match[2]} {match[1]} {match[3]}")


def dated(text: str, match: re.Match[str], new: str) -> Mutation:
    return Mutation(
        f"{match[0]} -> {new}", "date notation", PRESERVED, tidy(text[: match.start()] + new + text[match.end() :])
    )


def references(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if sentence.language == "de":
        for long, short in (("Absatz", "Abs."), ("Nummer", "Nr."), ("Artikel", "Art."), ("Buchstabe", "Buchst.")):
            yield from same("reference notation", text, rf"\b{long} (?=\d|[a-z]\b)", f"{short} ")
            yield from same("reference notation", text, rf"\b{re.escape(short)} ?(?=\d|[a-z]\b)", f"{long} ")
        yield from same("reference notation", text, r"(?<!§)§ ?(?=\d)", "Paragraf ")
        yield from same("reference notation", text, r"\bi\. ?V\. ?m\.", "in Verbindung mit")
        yield from same("reference notation", text, r"\bin Verbindung mit (?=§|Art|Abs)", "i. V. m. ")


RULES: list[Rule] = [numbers, dates, references]
