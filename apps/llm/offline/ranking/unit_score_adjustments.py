"""Adjusts the score of a unit for what its words do not say: figures, prices, the kind of answer."""

import re
from functools import lru_cache

from apps.llm.offline.ranking.answer_type_cues import (
    CONSEQUENCE,
    COUNT,
    DURATION,
    IS_MEASURE,
    MONEY,
    NO_COUNT,
    OF_FEES,
    PARTS,
    POINTS_BACK,
    RATE,
)
from apps.llm.offline.ranking.question_kinds import (
    QUESTION_CACHE_SIZE,
    asks_for_contact,
    counted_noun,
    denies_what_is_asked,
    is_about_budget,
    is_exception,
    is_formality,
    question_kind,
    question_matches,
)
from apps.text.grammar.detect_asked_operation import states_result
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import IS_CJK

LONG = 35
PENALTY_PER_WORD = 0.004
"""For each word beyond LONG: long sentences cover many words without saying much about any."""
OF_BUDGET, OF_EXCEPTION, OF_FEES_SHARE, OF_DENIAL, OF_FORMALITY = 0.6, 0.12, 0.12, 0.3, 0.25
OF_POINTING = 0.08
OF_CONSEQUENCE = 0.2

ASKS_FOR_NUMBER = re.compile(
    r"\b(?:wie\s*(?:viel\w*|hoch|lange?|oft|gro(?:ß|ss)|alt|teuer|weit|dick)|wann|kostet|kosten"
    r"|how\s+(?:many|much|long|often|high|old)|when)\b",
    re.IGNORECASE,
)
ASKS_WHAT_IT_COSTS = re.compile(
    r"\b(?:(?:was|wie\s*viel)\s+kostet|gekostet|wie\s+teuer|was\s+(?:be)?zahl(?:e|t|en)\b"
    r"|(?:wie\s*viel|was\s+(?:muss|müssen)\s+(?:ich|wir|man))\b[^?.!,]{0,120}?(?<!\bzu )(?:be)?zahl(?:e|t|en)\b"
    r"|wie\s+hoch\s+(?:ist|sind)\s+(?:der|die|das)\s+\w*(?:steuer|gebühr|gebühren|entgelt|preis|preise|geld))\b",
    re.IGNORECASE,
)
ASKS_WHETHER_FREE = re.compile(
    r"\A\W*(?:ist|sind|kann|darf|bekomm\w*|gibt|wird|werden|muss|müssen)\b[^?]*\b(?:kostenlos|kostenfrei|gebührenfrei|umsonst"
    r"|gratis|unentgeltlich|bezahlt|bezahlen)\b",
    re.IGNORECASE,
)
WORDS_OF_PRICES = frozenset({"kosten", "preis", "preise", "eintrittspreis", "eintrittspreise"})
ASKS_SOMETHING = re.compile(
    r"\b(?:w(?:er|em|en|as|ann|ie|o|arum|elch\w*)|kann|muss|darf|übern\w+|trägt|tragen)\b", re.IGNORECASE
)
ASKS_FOR_AMOUNT = re.compile(r"\b(?:wie\s*(?:viele?|hoch)|how\s+(?:many|much)|kontonummer)\b", re.IGNORECASE)
ASKS_FOR_PRICE = re.compile(
    r"\b(?:kostet|kosten|teuer|gebühr\w*|entgelt\w*|preis\w*|eintritt\w*|was\s+(?:be)?zahl\w+"
    # What may or must be high is measured, not paid.
    r"|wie\s+hoch(?!\s+(?:darf|dürfen|muss|müssen|soll|sollen)\b)|wie\s*viel\b.{0,120}?\b(?:be)?zahl\w*|cost)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(
    rf"{COUNT}|\b(?:kostenlos|kostenfrei|gebührenfrei|unentgeltlich|monatlich|jährlich|täglich|wöchentlich)\b",
    re.IGNORECASE,
)
MEASURES = r"(?:\w*meter\w*|[kcm]?m[²³]?|hektar|ha|liter|l|(?:kilo)?gramm|k?g|grad|°C|stunden?|minuten?|jahren?)\b"
PRICE = re.compile(
    rf"\d,\d\d\b(?! ?{MEASURES})|\d (?:Prozent\b|%|v\. ?H\.)"
    r"|\b(?:Euro|EUR|Cents?|Ct|CHF|Franken|pounds?|dollars?)\b|[€$£]"
    r"|\b(?:kosten|gebühren)frei\b|\bkostenlos\b|\bunentgeltlich\b|\bfree of charge\b",
    re.IGNORECASE,
)
PRICE_ELSEWHERE = re.compile(
    r"(?:gebühr|entgelt|preis|kosten|tarif|beitr[aä]g)(?=\w{0,30}+\s)(?:[^.;]{0,200}?)"
    r"\b(?:(?:richte[nt]|bestimm(?:t|en)|bemess?en|bemisst|ergibt|ergeben|berechne[nt]) sich (?:nach|aus)"
    r"|nicht Gegenstand|nach (?:Aufwand|Vereinbarung)|auf Anfrage)\b",
    re.IGNORECASE,
)
"""Says of a price where it is to be found."""
REDUCTION = re.compile(
    r"\b(?:Ermäßigung|Nachlass|Rabatt)\w*+ (?:von|um|in Höhe von) \d++ ?(?:Prozent|%)"
    r"|(?<!\d)\d++ ?(?:Prozent|%) (?:Ermäßigung|Nachlass|Rabatt|ermäßigt)",
    re.IGNORECASE,
)
"""A share off a price is none."""
# Digits that count nothing: sections, marks of paragraphs, days.
REFERENCE = re.compile(
    r"(?<!§)§++\s*+\d+\w*(?:\s*(?:,|und|bis)\s*\d+\w*)*(?:\s?\(\d{1,2}\w?\))*"
    r"|^\(?\d+[.)]\s|\b(?:Absatz|Abs\.|Nr\.|Nummer|Satz)\s*\d+"
    r"|\b\d{1,2}\.\s*(?:\d{1,2}\.|[A-Z]\w+)\s*\d{4}\b"
)
ASKS_WHEN = re.compile(r"\b(?:wann|when)\b", re.IGNORECASE)
"""A day is an answer, with a figure or without."""


def asks_for_number(question: str) -> bool:
    return question_matches(question, ASKS_FOR_NUMBER)


def may_answer(question: str, unit: QuotableUnit) -> bool:
    """Whether the unit says what the question asks for, of whatever kind: a sum is no single value."""
    kind = question_kind(question)
    if not states_result(question, unit.shown) or not holds_value(question, unit):
        return False
    return kind is None or question_matches(question, IS_CJK) or kind.needs(unit.shown)


def holds_value(question: str, unit: QuotableUnit) -> bool:
    """A question for a price, an amount, a time or a telephone number is answered by one or not at all."""
    if asks_what_somebody_pays(question):
        return says_price(REDUCTION.sub("", unit.shown))
    if question_matches(question, ASKS_FOR_AMOUNT):
        plain = REFERENCE.sub("", unit.quote)
        if counted_noun(question):
            plain = strip_measures(plain)
        return bool(NUMBER.search(plain) or PARTS.search(plain))
    kind = question_kind(question)
    return kind is None or not kind.is_strict or question_matches(question, IS_CJK) or kind.needs(unit.shown)


def asks_what_somebody_pays(question: str) -> bool:
    return asks_what_it_costs(question) or question_matches(question, ASKS_WHETHER_FREE)


def asks_what_it_costs(question: str) -> bool:
    return question_matches(question, ASKS_WHAT_IT_COSTS) or asks_for_price_only(question)


def strip_measures(text: str) -> str:
    """Strips numbers that count no things: "1.281 Euro je Einwohner" does not say how many inhabitants there are."""
    return NO_COUNT.sub("", RATE.sub("", DURATION.sub(strip_span, MONEY.sub("", text))))


def strip_span(found: re.Match[str]) -> str:
    """Nothing, unless the span only begins a compound: "48 Monatsraten" are no months."""
    return "" if IS_MEASURE.fullmatch(found[0].split()[-1]) else found[0]


def says_price(text: str) -> bool:
    """Whether it says a price, or where one is to be found."""
    return bool(PRICE.search(text) or PRICE_ELSEWHERE.search(text))


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def asks_for_price_only(question: str) -> bool:
    """Whether it is like "kosten hund", "Parkausweis Preis": no sentence, and first or last word is the price."""
    words = [word.strip("?!.,").lower() for word in question.split()]
    begins_or_ends = len(words) > 1 and not WORDS_OF_PRICES.isdisjoint({words[0], words[-1]})
    return begins_or_ends and not ASKS_SOMETHING.search(question)


def fitness_score(question: str, unit: QuotableUnit) -> float:
    """What speaks for or against a unit besides its words."""
    score = 0.05 if unit.follows_lead else 0.0
    kind = question_kind(question)
    if kind:
        score += kind.likes(unit.shown)
    if POINTS_BACK.match(unit.quote):
        score -= OF_POINTING
    if CONSEQUENCE.match(unit.quote) and not asks_for_contact(question):
        score -= OF_CONSEQUENCE
    if is_formality(question, unit.shown):
        score -= OF_FORMALITY
    if denies_what_is_asked(question, unit.lead, unit.shown):
        score -= OF_DENIAL
    if asks_for_number(question) and not question_matches(question, ASKS_WHEN):
        score += 0.12 if NUMBER.search(unit.quote) else -0.05
    if question_matches(question, ASKS_FOR_PRICE):
        score += 0.1 if says_price(unit.shown) else 0.0
        score += OF_FEES_SHARE if OF_FEES.search(unit.lead) else 0.0
        score -= OF_BUDGET if is_about_budget(question, f"{unit.shown} {unit.lead}") else 0.0
        score -= OF_EXCEPTION if is_exception(question, unit.shown) else 0.0
    elif unit.cells and PRICE.search(unit.shown):
        score -= OF_FEES_SHARE
        score -= OF_BUDGET if is_about_budget(question, unit.shown) else 0.0
    return score - PENALTY_PER_WORD * max(0, len(unit.shown.split()) - LONG)
