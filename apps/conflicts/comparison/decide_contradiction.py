"""Decides whether two facts certainly contradict each other: say different things of the same subject.

Sure means: all words of content are the same but for one thing that excludes the other: an amount, a time, a day, a
rate, an office, a denial or the opposite word. A word more on one side may be the reason for the difference ("für
Kinder"), so it is none. What differs by year, by the paragraph it refers to, or what each text says of itself, is none;
nor is what is said of two things with other names, or of other times.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.conflicts.comparison.compare_validity_periods import hold_at_other_times
from apps.conflicts.comparison.distinguish_named_things import (
    headings_name_different_things,
    sentences_name_different_things,
)
from apps.conflicts.comparison.extract_facts import SUBJECT_KINDS, Fact
from apps.conflicts.comparison.recognise_responsible_offices import IN_CHARGE, TOWARDS, is_name_of_office
from apps.text.entailment.find_contradictions import DENIALS, find_exchanged_places
from apps.text.entailment.german.rules.cost_phrases import PLAIN_FEES
from apps.text.entailment.opposite_words import are_opposite
from apps.text.entailment.tokens.token import Token

FEWEST_SHARED, FEWEST_OF_POINTING = 2, 5
"""Words of content in common that make one subject; of sentences that point elsewhere ("diese Gebühr") more."""
MEASURING = frozenset({"betragen", "dauern", "gelten", "umfassen", "liegen", "kosten", "last", "amount", "cost"})
"""Verbs of amounts say nothing of what is measured."""
OF_ANY_FINE = frozenset(
    {"ordnungswidrigkeit", "verstoss", "zuwiderhandlung", "geldbusse", "bussgeld", "ahnden", "bestrafen", "belegen"}
)
"""Words that tell no fine from another: each statute sets its own."""
OF_A_SUBJECT = frozenset({"number", "date", "rate"})
OF_HOURS = frozenset({"time", "weekday"})
"""Of hours the sentence need not name the place: "Sprechzeiten: Mo 8 bis 12 Uhr" below "Bürgeramt Nord"."""
LETTERS_OF_A_TOPIC = 6
NEARLY_ALL = 0.7
MOST_VERBS = 1
"""Verbs that may differ on each side beside an amount: "beträgt" and "kostet"."""
LIMITS = frozenset({"at_least", "at_most", "more", "less", "about"})
NARROWING = frozenset({"sub", "focus", "quant", "neg"})
"""Kinds of words that must be the same on both sides: one more of them is another condition."""
SMALL = frozenset({"aux", "pron", "filler"})
BELONGS_TO_A_NOUN = frozenset({"det", "adj", "quant", "pron"})
NAMES = {"date": "date", "clock": "time", "weekday": "weekday", "rate": "rate"}
YEAR_OF_DATE = re.compile(r"date:(\d{4})-")
DEADLINES = frozenset({"until", "at_latest", "starting", "within"})


@dataclass(frozen=True, slots=True)
class Disagreement:
    """`kind`: number, date, time, weekday, rate, office, negation, opposite, exchanged; both sides as written."""

    kind: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class UnmatchedWords:
    """Words that stand on one side only."""

    first: tuple[Token, ...]
    second: tuple[Token, ...]

    @property
    def both(self) -> tuple[Token, ...]:
        return (*self.first, *self.second)

    @property
    def narrows(self) -> bool:
        return any(token.kind in NARROWING for token in self.both)


def find_disagreement(first: Fact, second: Fact) -> Disagreement | None:
    """None when they agree, or may both be true."""
    if first.years != second.years or not have_same_subject(first, second) or hold_at_other_times(first, second):
        return None
    rest = UnmatchedWords(unmatched_words(first, second.keys), unmatched_words(second, first.keys))
    if sentences_name_different_things(first, second, (rest.first, rest.second)):
        return None
    found = next((found for rule in RULES if (found := rule(first, second, rest)) is not None), None)
    return None if found is None or concern_different_things(first, second, found.kind) else found


def concern_different_things(first: Fact, second: Fact, kind: str) -> bool:
    if headings_name_different_things(first, second, of_any_thing=kind in OF_HOURS):
        return True
    return kind in OF_A_SUBJECT and not names_shared_subject(first, second)


def unmatched_words(fact: Fact, other: Counter[str]) -> tuple[Token, ...]:
    free = Counter(other)
    left = []
    for token in fact.words:
        if free[token.key] > 0:
            free[token.key] -= 1
        else:
            left.append(token)
    return tuple(left)


def have_same_subject(first: Fact, second: Fact) -> bool:
    shared = (first.subject & second.subject).total()
    needed = FEWEST_OF_POINTING if first.points_elsewhere or second.points_elsewhere else FEWEST_SHARED
    return shared >= needed or (shared >= FEWEST_SHARED and have_same_topic(first, second))


def names_shared_subject(first: Fact, second: Fact) -> bool:
    """ "Die Prüfungszeit beträgt 60 Minuten" and "Verstöße werden mit Geldbuße bis zu 500 Euro geahndet" say something
    else under each title; opening hours need no more.

    Another amount that both state names it as well as a word does: "mindestens eine Woche, höchstens vier".
    """
    shared = first.subject & second.subject
    naming = shared.keys() - MEASURING
    named = sum(shared[key] for key in naming) + (first.values & second.values).total()
    return (named >= FEWEST_SHARED and not naming <= OF_ANY_FINE) or have_same_title(first, second)


def have_same_title(first: Fact, second: Fact) -> bool:
    """Nearly all long words of the titles: "Berufsausbildung zum Bäcker" is another than "… zum Maler"."""
    one, other = (topic_words(fact.context.partition("\n")[0]) for fact in (first, second))
    return len(one & other) > NEARLY_ALL * len(one | other)


def have_same_topic(first: Fact, second: Fact) -> bool:
    """Half of the long words of one title and heading stand in the other's."""
    one, other = topic_words(first.context), topic_words(second.context)
    return len(one & other) * 2 >= min(len(one), len(other)) > 0


def topic_words(text: str) -> frozenset[str]:
    words = (word.strip('.,:;()[]#*-–"„“').lower() for word in text.split())
    return frozenset(word[:8] for word in words if len(word) >= LETTERS_OF_A_TOPIC and word.isalpha())


def find_amount_disagreement(first: Fact, second: Fact, rest: UnmatchedWords) -> Disagreement | None:
    """Finds another amount of the same kind amid the same words."""
    gone, new = first.values - second.values, second.values - first.values
    kinds = {kind for kind, _ in (*gone, *new)}
    if len(kinds) != 1 or not gone or gone.total() != new.total():
        return None
    kind = kinds.pop()
    if (kind == "date" and not is_dated_rule(first)) or (
        kind == "number" and not (first.is_sentence and gone.total() == 1)
    ):
        return None
    changed = {key for _, key in (*gone, *new)}
    if kind == "date" and (names_a_document(first, changed) or names_a_document(second, changed)):
        return None
    if kind == "date" and are_of_two_years({key for _, key in gone}, {key for _, key in new}):
        return None
    if not differs_only_in_verbs([token for token in rest.both if token.key not in changed], rest):
        return None
    return Disagreement(
        NAMES.get(kind, "number"), join_matching_texts(rest.first, changed), join_matching_texts(rest.second, changed)
    )


def is_dated_rule(fact: Fact) -> bool:
    """A time limit, or what is done each year; not the date of a letter, nor when something happened."""
    return fact.is_sentence and (not fact.reports or not DEADLINES.isdisjoint(fact.keys))


def names_a_document(fact: Fact, dates: set[str]) -> bool:
    """ "Die Satzung vom 3. Mai 2012": the date tells which one is meant."""
    led = [(one.key, other.key) for one, other in pairwise(fact.words) if other.value and other.value.kind == "date"]
    is_span = any(lead in {"until", "to"} for lead, _ in led)
    return not is_span and any(lead == "from" and date in dates for lead, date in led)


def are_of_two_years(dates: set[str], others: set[str]) -> bool:
    """ "15. Mai 2024" and "20. Mai 2025": each year has its time limit."""
    one, other = ({year[1] for date in side if (year := YEAR_OF_DATE.match(date))} for side in (dates, others))
    return bool(one and other) and not one & other


def differs_only_in_verbs(others: Sequence[Token], rest: UnmatchedWords) -> bool:
    """Nothing else differs but small words, and a verb on each side."""
    if any(t.kind in NARROWING or t.key in LIMITS or t.key in DENIALS for t in others):
        return False
    content = [t for t in others if t.kind in {"noun", "adj"} and t.key not in PLAIN_FEES]
    verbs = [sum(t.kind == "verb" and t in others for t in side) for side in (rest.first, rest.second)]
    return not content and max(verbs) <= MOST_VERBS


def find_office_disagreement(first: Fact, second: Fact, rest: UnmatchedWords) -> Disagreement | None:
    """Somebody else is in charge of it, or it goes to another office."""
    one, other = content_tokens(rest.first), content_tokens(rest.second)
    if first.values != second.values or rest.narrows or not (is_name_of_office(one) and is_name_of_office(other)):
        return None
    leads = {key_of_leading_word(first, one[0]), key_of_leading_word(second, other[0])}
    if IN_CHARGE.isdisjoint(first.keys) and not leads <= TOWARDS:
        return None
    return Disagreement("office", " ".join(t.text for t in one), " ".join(t.text for t in other))


def find_rate_disagreement(first: Fact, second: Fact, rest: UnmatchedWords) -> Disagreement | None:
    """ "je Kind" and "je Haushalt"."""
    one, other = content_tokens(rest.first), content_tokens(rest.second)
    if len(one) != 1 or len(other) != 1 or rest.narrows or first.values != second.values:
        return None
    if {key_of_leading_word(first, one[0]), key_of_leading_word(second, other[0])} != {"per"}:
        return None
    return Disagreement("rate", one[0].text, other[0].text)


def find_denial_or_opposite(first: Fact, second: Fact, rest: UnmatchedWords) -> Disagreement | None:
    """Denied on one side, or the opposite word in its place, and nothing else."""
    one = [token for token in rest.first if token.kind not in SMALL]
    other = [token for token in rest.second if token.kind not in SMALL]
    if first.values != second.values or first.points_elsewhere or second.points_elsewhere:
        return None
    if len(one) + len(other) == 1 and {t.key for t in (*one, *other)} <= DENIALS:
        return Disagreement("negation", join_matching_texts(one, DENIALS), join_matching_texts(other, DENIALS))
    if len(one) == len(other) == 1 and one[0].kind != "conj" and are_opposite(one[0].key, other[0].key):
        return Disagreement("opposite", one[0].text, other[0].text)
    return None


def find_exchanged_amounts(first: Fact, second: Fact, rest: UnmatchedWords) -> Disagreement | None:
    """Finds two amounts in each other's places amid the same words."""
    if len(first.values) < 2 or rest.both:
        return None
    found = find_exchanged_places(first.words, second.words)
    moved = {token.text for token in first.words if token.value is not None}
    if found is None or not any(text in found.source for text in moved):
        return None
    return Disagreement("exchanged", found.source, found.claim)


RULES: tuple[Callable[[Fact, Fact, UnmatchedWords], Disagreement | None], ...] = (
    find_amount_disagreement,
    find_office_disagreement,
    find_rate_disagreement,
    find_denial_or_opposite,
    find_exchanged_amounts,
)


def content_tokens(words: Iterable[Token]) -> list[Token]:
    return [token for token in words if token.kind in SUBJECT_KINDS]


def key_of_leading_word(fact: Fact, token: Token) -> str:
    """The key of the word before it and what belongs to it: "bei" before "bei jedem Statistischen Landesamt"."""
    place = fact.words.index(token)
    leading = (word for word in reversed(fact.words[:place]) if word.kind not in BELONGS_TO_A_NOUN)
    return next((word.key for word in leading), "")


def join_matching_texts(words: Iterable[Token], keys: Iterable[str]) -> str:
    wanted = set(keys)
    return " … ".join(token.text for token in words if token.key in wanted)
