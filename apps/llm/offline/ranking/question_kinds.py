"""What a question asks for, and what a text must or should say to answer it: a time, a place, a person, a decision."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.llm.offline.ranking.answer_type_cues import (
    ADDRESS,
    AGE,
    AT_ONCE,
    BODY,
    BUDGET,
    CLOCK,
    CONDITION,
    DAYS,
    DECIDES_CLEARLY,
    DECISION,
    DENIAL,
    DURATION,
    EXCEPTION,
    FORMALITY,
    FREQUENCY,
    IS_MEASURE,
    LASTING,
    LENGTH,
    MAIL,
    MEASURED,
    MOMENT,
    MONEY,
    NAMED_PLACE,
    OPEN,
    PERSON,
    PLACE,
    SHARE,
    SPEED,
    STREET,
    TELEPHONE,
    TIME,
    TIME_LIMIT,
    YES_OR_NO,
)

ASKS_FOR_BUDGET = re.compile(
    r"\b(?:eingenommen|einnahmen|ausgegeben|ausgaben|haushalt\w*|ertr[aä]g\w*|millionen|aufkommen|plan\w*|ergebnis\w*"
    r"|war|hat|verdien\w*)\b",
    re.IGNORECASE,
)
COMES_INTO_FORCE = re.compile(r"\b(?:in|außer) Kraft\b")
ASKS_FOR_FORCE = re.compile(
    r"kraft|\bgilt|\bgelten|gültig|satzung|ordnung|gesetz|regel|vorschrift|richtlinie|vertrag|änder", re.IGNORECASE
)
ASKS_INTO_FORCE = re.compile(r"\b(?:in|außer) ?kraft(?:\b|(?:ge)?tret)", re.IGNORECASE)
SAYS_FORCE = re.compile(r"\bkraft|\binkraft|\bgültig (?:ab|bis)|\b(?:gilt|gelten) (?:ab|seit|bis)", re.IGNORECASE)
ASKS_FOR_FORMALITY = re.compile(r"kraft|ordnungswidrig|buße|bußgeld|strafe|verstoß|versto(?:ß|ss)|droht", re.IGNORECASE)
ASKS_WHERE_IT_IS = re.compile(r"\A\W*(?:wo|where) (?:ist|sind|liegt|liegen|befinde\w*|sitzt|is|are)\b", re.IGNORECASE)
COUNTED = re.compile(r"\b[Ww]ie ?viele (?:[a-zäöüß]+ )?([A-ZÄÖÜ]\w+)")
MEASURES = {"Euro", "Cent", "Jahre", "Monate", "Wochen", "Tage", "Stunden", "Minuten", "Meter", "Kilometer", "Prozent"}
ASKS_WHICH = re.compile(r"\A\W*(?:was|welche[nmrs]?|what|which)\b", re.IGNORECASE)
HAS_OPEN = re.compile(
    r"\b(?P<verb>hat|haben|macht|machen)\b(?P<between>[^?!.;]{1,80}?)\b(?:geöffnet|offen|auf)\b"
    r"(?=\s*(?:[?!.,;]|(?:und|oder|für|im|am|bei)\b|\Z))",
    re.IGNORECASE,
)
BE = {"hat": "ist", "macht": "ist", "haben": "sind", "machen": "sind"}
QUESTION_CACHE_SIZE = 16
"""So many are remembered: those that are being answered."""
SAME_STEM = 6
"""Letters of an exception that the question must share to speak of it."""


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """`asks` recognises the question, by signs that stand one after the other; `needs` says whether a text answers
    it at all; `likes` what speaks for a text. `is_strict`: a text that it needs and has not is no answer, however much
    it has in common with the question."""

    asks: tuple[re.Pattern[str], ...]
    needs: Callable[[str], bool]
    likes: Callable[[str], float]
    is_strict: bool = False
    names: re.Pattern[str] | None = None
    """Stems that name such an answer, which need not say them: "Adresse"."""


def counted_noun(question: str) -> str:
    """What is to be counted ("Plätze" in "Wie viele freie Plätze"); empty for measures, which texts say in others."""
    found = COUNTED.search(question)
    return "" if found is None or found[1] in MEASURES or IS_MEASURE.fullmatch(found[1]) else found[1]


def accepts_any_text(_text: str) -> bool:
    return True


def says_time(text: str) -> bool:
    found = TIME.search(text)
    if found is not None and MONEY.search(text):
        found = TIME.search(MONEY.sub("", text))
    return bool(found or MOMENT.search(text))


def says_how_often(text: str) -> bool:
    return bool(FREQUENCY.search(MONEY.sub("", text)))


def says_how_fast(text: str) -> bool:
    """A speed, or within what time something is done."""
    return bool(SPEED.search(text) or AT_ONCE.search(text) or DURATION.search(text))


def says_how_long(text: str) -> bool:
    """A span of time that is no time limit: what is paid for six weeks is applied for within three months."""
    return bool(DURATION.search(TIME_LIMIT.sub("", text)))


def says_clock(text: str) -> bool:
    return bool(CLOCK.search(text))


def asks_for_opening(question: str) -> bool:
    return question_kind(question) in (QUESTION_KINDS["opening"], QUESTION_KINDS["opening hours"])


def asks_for_time(question: str) -> bool:
    """When something is, or is open."""
    return question_kind(question) in (QUESTION_KINDS["when"], QUESTION_KINDS["opening"])


def asks_where_it_is(question: str) -> bool:
    return question_matches(question, ASKS_WHERE_IT_IS)


def names_other_place(text: str, is_asked: Callable[[str], bool]) -> bool:
    """Whether a text has a place, or a body that is none of those asked for; or nothing that looks like one."""
    bodies = [found[0] for found in BODY.finditer(text)]
    return bool(ADDRESS.search(text) or PLACE.search(text)) or not bodies or not all(map(is_asked, bodies))


def asks_for_contact(question: str) -> bool:
    return question_kind(question) in (QUESTION_KINDS["telephone"], QUESTION_KINDS["mail"], QUESTION_KINDS["address"])


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def asks_for_validity(question: str) -> bool:
    """Found out once for all units."""
    return matches_in_order(ASKS_FOR_VALIDITY, question)


def rephrase_opening_question(question: str) -> str:
    """ "Wann hat das Amt auf?" and "Wann macht es auf?" as "Wann ist das Amt geöffnet?": they ask the same."""
    if question_kind(question) is not QUESTION_KINDS["opening"]:
        return question
    return HAS_OPEN.sub(lambda found: f"{BE[found['verb'].lower()]}{found['between']}geöffnet", question, count=1)


def opening_score(text: str) -> float:
    return 0.25 * bool(OPEN.search(text))


def question_patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


ASKS_FOR_VALIDITY = question_patterns(r"\bwie lang(?:e)?\b", r"\b(?:gilt|gelten|gültig)\b")

QUESTION_KINDS: Mapping[str, QuestionKind] = {
    "opening": QuestionKind(
        question_patterns(rf"\b(?:wann|um wie viel|wie lange?|when|heute|morgen)\b|\b{DAYS}",
             r"geöffnet|\böffnet|\boffen\b|\b(?:auf|zu)\b(?=\s*(?:[?!.,;]|(?:und|oder|für|im|am|bei)\b|\Z))|schließt"
             r"|\bopen"),
        says_clock,
        opening_score,
        is_strict=True,
    ),
    "when": QuestionKind(
        question_patterns(r"\b(?:wann|an welche[mn] tag\w*|um wie viel uhr|um welche uhrzeit|when)\b"),
        lambda text: says_time(text) or bool(CONDITION.search(text)),
        lambda text: 0.15 * says_time(text),
        is_strict=True,
    ),
    "how often": QuestionKind(
        question_patterns(r"\b(?:wie oft|how often)\b"), says_how_often, lambda text: 0.0, is_strict=True
    ),
    "time limit": QuestionKind(
        question_patterns(r"\bwie lange\b",
             r"\b(?:zeit|frist\w*|dauer\w*|brauch\w*|wart\w*|bearbeit\w*|vorher|spätestens|noch|bis)\b"),
        lambda text: bool(DURATION.search(text)),
        lambda text: 0.1 * bool(LASTING.search(text)),
        is_strict=True,
    ),
    "how long in time": QuestionKind(
        question_patterns(r"\bwie lange\b"),
        says_how_long,
        lambda text: 0.1 * bool(LASTING.search(text)),
        is_strict=True,
    ),
    "how long": QuestionKind(
        question_patterns(r"\b(?:wie lang|how long)\b"),
        lambda text: bool(DURATION.search(text) or LENGTH.search(text)),
        lambda text: 0.1 * bool(LASTING.search(text)),
        is_strict=True,
    ),
    "age": QuestionKind(
        question_patterns(r"\bwie alt\b|\bwelche[mns] (?:mindest)?(?:alter|lebensjahr)\b|\bmindestalter\b"),
        lambda text: bool(AGE.search(text)),
        lambda text: 0.0,
        is_strict=True,
        names=re.compile(r"(?:mindest)?alter|alt|lebensjahr"),
    ),
    "share": QuestionKind(
        question_patterns(r"\b(?:wie ?viele?|welche[rnm]?) (?:prozent|prozentsatz|anteil)\b"),
        lambda text: bool(SHARE.search(text)),
        lambda text: 0.0,
        is_strict=True,
    ),
    "how fast": QuestionKind(
        question_patterns(r"\bwie schnell\b"),
        says_how_fast,
        lambda text: 0.1 * bool(SPEED.search(text)),
        is_strict=True,
    ),
    "size": QuestionKind(
        question_patterns(r"\bwie (?:dick|breit|tief)\b"
             r"|\bwie (?:hoch|groß|gross|weit|schwer) (?:darf|dürfen|muss|müssen|soll|sollen)\b"),
        lambda text: bool(MEASURED.search(text)),
        lambda text: 0.0,
        is_strict=True,
    ),
    "where": QuestionKind(
        question_patterns(r"\A\W*(?:wo|wohin|woher|where)\b"),
        lambda text: bool(ADDRESS.search(text) or PLACE.search(text) or BODY.search(text)),
        lambda text: 0.15 * bool(ADDRESS.search(text)) or 0.1 * bool(NAMED_PLACE.search(text)),
    ),
    "telephone": QuestionKind(
        question_patterns(r"(?:telefon|ruf|fax|handy|mobil)-?nummer|telefonisch\b.*\berreich|phone number"),
        lambda text: bool(TELEPHONE.search(text)),
        lambda text: 0.0,
        is_strict=True,
        names=re.compile(r"(?:telefon|ruf|fax|handy|mobil)\w*|nummer|phone|numb"),
    ),
    "mail": QuestionKind(
        question_patterns(r"mail-?adresse|mail address"),
        lambda text: bool(MAIL.search(text)),
        lambda text: 0.0,
        is_strict=True,
        names=re.compile(r"e?mail\w*|e|ad?dress"),
    ),
    "address": QuestionKind(
        question_patterns(r"\b(?:(?:post)?adresse|(?:post)?anschrift|address)\b"),
        lambda text: bool(STREET.search(text)),
        lambda text: 0.0,
        is_strict=True,
        names=re.compile(r"(?:post)?(?:ad?dress|anschrift)"),
    ),
    "who": QuestionKind(
        question_patterns(r"\A\W*(?:wer|wem|wen|who)\b"),
        accepts_any_text,
        lambda text: 0.08 if PERSON.search(text) else -0.08,
    ),
    "yes or no": QuestionKind(
        question_patterns(
            r"\A\W*(?:darf|dürfen|muss|müssen|kann|können|ist|sind|gibt es|gilt|gelten|hat|haben|habe|bekomme\w*|wird"
            r"|werden|soll\w*|zahl\w+|nehm\w+|reicht|braucht?|brauche|erhalte\w*|bezuschusst|verlängert|can|may|must|is"
            r"|are|do|does)\b"
            r"|\A\W*(?!welche|heute|morgen|gerne|bitte|eine|keine)[a-zäöüß]{3,20}(?:t|en|e) (?:ich|wir|man|es|er|sie"
            r"|de[rnm]|die|das|eine?[nmrs]?|(?:k|m|s)eine?[nmrs]?|unsere?[nmrs]?|ihre?[nmrs]?) [^?]*\?"
        ),
        accepts_any_text,
        lambda text: (
            0.05 * bool(DECISION.search(text))
            + 0.08 * bool(DECIDES_CLEARLY.search(text))
            + 0.08 * bool(YES_OR_NO.match(text))
        ),
    ),
    "opening hours": QuestionKind(
        question_patterns(r"öffnungszeit|sprechzeit"), says_clock, opening_score, is_strict=True
    ),
}  # fmt: skip
"""The first that recognises a question counts. One more is an entry."""


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def question_kind(question: str) -> QuestionKind | None:
    """Asked for each unit of the sources; the question may be long."""
    return next((kind for kind in QUESTION_KINDS.values() if matches_in_order(kind.asks, question)), None)


def matches_in_order(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    """Whether something of each pattern stands in the text, each after the one before.

    In linear time: what follows the first place of one follows all its places.
    """
    begin = 0
    for pattern in patterns:
        found = pattern.search(text, begin)
        if not found:
            return False
        begin = found.end()
    return True


@lru_cache(maxsize=16 * QUESTION_CACHE_SIZE)
def question_matches(question: str, pattern: re.Pattern[str]) -> bool:
    """Whether the question has the sign, found out once for all units."""
    return pattern.search(question) is not None


def is_about_budget(question: str, text: str) -> bool:
    """Whether a text says what a town takes in or spends, when somebody asks what a person has to pay."""
    return bool(BUDGET.search(text)) and not question_matches(question, ASKS_FOR_BUDGET)


def is_of_other_force(question: str, text: str) -> bool:
    """Whether somebody asks from when rules hold, and a text says of something else when it is."""
    return question_matches(question, ASKS_INTO_FORCE) and not SAYS_FORCE.search(text)


def is_exception(question: str, text: str) -> bool:
    """Whether a text says what holds in a case of which the question does not speak."""
    asked = question.lower()
    return any(found[0].lower()[:SAME_STEM] not in asked for found in EXCEPTION.finditer(text))


def is_formality(question: str, text: str) -> bool:
    """Whether a text says from when a rule holds or what a breach of it costs, of which nobody has asked."""
    return bool(FORMALITY.search(text)) and not question_matches(question, ASKS_FOR_FORMALITY)


def denies_what_is_asked(question: str, heading: str, text: str) -> bool:
    """Whether one of both says "not": what is taken along is no answer to what is not."""
    if not question_matches(question, ASKS_WHICH):
        return False
    if question_matches(question, DENIAL):
        return not DENIAL.search(f"{heading} {text}")
    return bool(DENIAL.search(heading))


def says_from_when_rules_hold(question: str, text: str) -> bool:
    """Whether a text says from when rules hold, where nobody asks for rules: no tax begins with its rules."""
    return bool(COMES_INTO_FORCE.search(text)) and not question_matches(question, ASKS_FOR_FORCE)
