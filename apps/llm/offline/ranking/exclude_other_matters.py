"""Excludes units that have what is asked for, but of another matter: papers for something else, the town's budget.

Each rule says what a unit must not be for its kind of question; weights (rank_units.py) order what is left.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from apps.llm.offline.ranking.analyse_question import QuestionTerms
from apps.llm.offline.ranking.answer_type_cues import BODY, PERSON
from apps.llm.offline.ranking.candidate_unit import CandidateUnit, UnitStems
from apps.llm.offline.ranking.question_kinds import (
    ASKS_FOR_BUDGET,
    QUESTION_CACHE_SIZE,
    asks_for_contact,
    asks_for_opening,
    asks_where_it_is,
    is_exception,
    names_other_place,
    question_matches,
)
from apps.llm.offline.ranking.term_coverage import GENERAL_STEMS
from apps.llm.offline.ranking.unit_score_adjustments import PRICE, asks_what_it_costs, asks_what_somebody_pays
from apps.text.entailment.tokens.morphology import is_known_verb
from apps.text.grammar.join_separable_verbs import infinitive_stem
from apps.text.numbers.calendar_names import GERMAN_MONTHS, GERMAN_WEEKDAYS
from apps.text.numbers.parse_date import BEFORE_LAST, DAY, dates_in_text
from apps.text.word_stems import fold, stem, subject_words

ASKS_FOR_PAPERS = re.compile(
    r"\b(?:welche|was für) (?:\w+ )?(?:unterlagen|papiere|dokumente|nachweise|belege|bescheinigungen)\b", re.IGNORECASE
)
TOTAL = re.compile(
    r"\b(?:Erträge|Aufwendungen|Mehrerträge|Mindererträge|Überdeckung|Unterdeckung|Kostendeckungsgrad|veranschlagt)\b"
    r"|\b(?:Ergebnis|Plan|Ansatz) (?:19|20)\d\d\b"
)
"""What a whole town takes in or spends."""
COST_OF_PROJECT = re.compile(r"\b(?:Gesamtkosten|ausgezahlt)\b")
ASKS_WHETHER_TO = re.compile(r"\A\W*(?:muss|müssen|darf|dürfen|kann|können|soll\w*)\b", re.IGNORECASE)
END_OF_MAIN_CLAUSE = re.compile(
    r"[?!.,;]|\s(?:wenn|falls|sofern|weil|obwohl|bevor|nachdem|sobald|solange|damit|oder)\b", re.IGNORECASE
)
INFINITIVE = re.compile(r"[a-zäöüß]{3,}(?:en|ern|eln)")
ASKS_WHO_DECIDES = re.compile(
    r"\A\W*wer\b.{0,200}?\b(?:entscheid\w*|genehmig\w*|bewillig\w*|beschlie(?:ß|ss)\w*|bestimm\w*|erteil\w*)",
    re.IGNORECASE,
)
HAPPENED = re.compile(
    r"\A\W*was wurden?\b|\b(?:fand|fanden|gab|(?:beschlo|beschlie|abgestimm|abgelehn)\w+|entschieden|beraten|besprochen"
    r"|behandelt|empfohlen|gefordert|gesagt|berichtet|passiert|geschehen)\b",
    re.IGNORECASE,
)
"""Acts of a body, and what else is told of a day: a child that was born on it is none."""
CLAUSE = re.compile(r"[?!;:]|(?:(?<=\d{4})|(?<!\d))\.(?=\s)|,(?!\s*(?:de[nm]\s+)?\d)")
"""What ends a clause: no point or comma of a day."""
ASKING = re.compile(
    r"\W*(?:und\s+)?(?:(?:an|auf|bei|für|gegen|in|mit|über|um|von|zu)\s+)?"
    r"(?:was|wer|wem|wen|wie|wo\w*|wann|warum|welch\w*|hat|haben|wurden?|ist|sind|gab|fand|fanden)\b",
    re.IGNORECASE,
)
WEEKDAY = re.compile(rf"\b(?:{'|'.join(GERMAN_WEEKDAYS)}|sonnabend)", re.IGNORECASE)
DATE_BEHIND = re.compile(
    rf",? (?:de[nm] )?(?:{DAY.pattern}|\d{{1,2}}\.\s*(?:(?:0?[1-9]|1[0-2])\.|(?:{'|'.join(GERMAN_MONTHS)})\b))",
    re.IGNORECASE,
)
LONGEST_WHERE = 300
"""Characters: a place is asked for in few words."""
ON_DAY = re.compile(rf"\bam (?:\w+, (?:den |dem )?)?(?:{BEFORE_LAST.pattern}|{DAY.pattern})", re.IGNORECASE)
LIGHT_ACTS = frozenset(
    map(
        stem,
        """
        haben werden machen bekommen kriegen gehen kommen bringen nehmen geben lassen stellen halten sehen wissen
        benutzen nutzen verwenden erhalten
        """.split(),  # noqa: SIM905 - a list of words to be read
    )
)
"""Of these a text says the same in other words or in none."""


def is_of_another_matter(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    return (
        is_paper_among_others(asked, candidate)
        or is_total_of_budget(asked, candidate)
        or names_no_decider(asked, candidate)
        or is_of_another_day(asked, candidate)
        or is_of_single_day(asked, candidate)
        or is_where_another_thing_is(asked, candidate)
    )


def is_paper_among_others(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether papers are asked for and the subject is itself one of those in a list for something else: the identity
    card that is to be brought along for a wedding does not say what is to be brought along for an identity card."""
    is_paper = candidate.unit.is_item or candidate.is_list
    if not is_paper or not question_matches(asked.text, ASKS_FOR_PAPERS):
        return False
    matches, stems = asked.matches, candidate.stems
    in_list, above = stems.own | stems.around, stems.lead | stems.title
    return any(matches.is_said_by(term, in_list) and not matches.is_said_by(term, above) for term in asked.telling)


def is_total_of_budget(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether somebody asks what they have to pay, and a unit says what the whole town takes in or spends, or what
    something cost that was done to what they name: nobody swims for the price of a new pump."""
    unit = candidate.unit
    if not asks_what_somebody_pays(asked.text) or question_matches(asked.text, ASKS_FOR_BUDGET):
        return False
    said = f"{unit.shown} {' '.join(unit.columns)}"
    if TOTAL.search(said):
        return not question_matches(asked.text, TOTAL)
    is_project = unit.cells and COST_OF_PROJECT.search(said)
    return bool(is_project) and not begins_with_subject(asked, unit.shown)


def begins_with_subject(asked: QuestionTerms, text: str) -> bool:
    first = infinitive_stem(stem(next(iter(subject_words(text)), "")))
    return any(asked.matches.is_said_by(term, [first]) for term in asked.terms)


def names_no_decider(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether somebody asks who decides, and a unit does not say that anything is decided, and nobody either or only
    part of that on which: who recommends new rules decides on no exceptions from them."""
    acts = [term for term in asked.terms if term not in asked.telling]
    matches, stems = asked.matches, candidate.stems
    if not question_matches(asked.text, ASKS_WHO_DECIDES) or any(matches.counts(act, stems) for act in acts):
        return False
    is_partly_said = any(
        not matches.counts(term, stems) and not matches.in_title(term, stems) for term in asked.telling
    )
    return is_partly_said or not PERSON.search(candidate.unit.shown)


def is_of_another_day(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether the question is about what happened on one day, and the unit tells of others: what the council decided on
    the 26th is no answer for the 12th."""
    day = asked_day(asked.text)
    told = dates_in_text(candidate.unit.shown) if day else frozenset()
    return bool(told) and day not in told


def is_of_single_day(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether the question is about every such day of the week ("am Samstag"), and the unit names that day with a date
    alone: when the season opens says nothing of Saturdays."""
    weekday = WEEKDAY.search(asked.text)
    if weekday is None or not asks_for_opening(asked.text) or dates_in_text(asked.text):
        return False
    text = candidate.unit.shown
    behind = [text[found.end() :] for found in re.finditer(weekday[0], text, re.IGNORECASE)]
    return bool(behind) and all(DATE_BEHIND.match(rest) for rest in behind)


def is_where_another_thing_is(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether somebody asks where a body is, and the unit does not name it, or no place but the body itself: it stands
    nowhere that it makes visits."""
    bodies = bodies_asked(asked.text) & set(asked.telling)
    if not bodies:
        return False

    def is_asked(word: str) -> bool:
        return any(asked.matches.is_said_by(term, [stem(fold(word))]) for term in bodies)

    is_named = any(asked.matches.is_said_by(term, candidate.stems.own) for term in bodies)
    return not is_named or not names_other_place(candidate.unit.shown, is_asked)


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def bodies_asked(question: str) -> frozenset[str]:
    """The stems of offices and bodies in a question for where something is; none of any other question."""
    if not asks_where_it_is(question):
        return frozenset()
    return frozenset(stem(fold(found[0])) for found in BODY.finditer(question[:LONGEST_WHERE]))


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def asked_day(question: str) -> date | None:
    """The only day of a question for what happened on it; of what holds on a day documents do not name it."""
    days = dates_in_text(question) if ON_DAY.search(question) and asks_what_happened(question) else frozenset()
    return next(iter(days)) if len(days) == 1 else None


def asks_what_happened(question: str) -> bool:
    """Whether the clause that asks does: one may tell what happened, and ask for a fee."""
    clauses = [clause for clause in CLAUSE.split(question) if clause.strip()]
    asking = clauses if len(clauses) == 1 else filter(ASKING.match, clauses)
    return any(map(HAPPENED.search, asking))


def drop_unasked_exceptions(asked: QuestionTerms, saying: Sequence[CandidateUnit]) -> Sequence[CandidateUnit]:
    """Drops, where somebody asks what they have to pay, prices for a case of which they do not speak, if the same
    document says another price and names as nearly of what."""
    if not asks_what_it_costs(asked.text):
        return saying
    exceptions = {id(one) for one in saying if is_exception(asked.text, one.unit.shown)}
    regular = [one for one in saying if id(one) not in exceptions and PRICE.search(one.unit.shown)]
    return [one for one in saying if id(one) not in exceptions or not has_regular_price(asked, one, regular)]


def has_regular_price(asked: QuestionTerms, exception: CandidateUnit, regular: Sequence[CandidateUnit]) -> bool:
    share = asked.matches.share_named_or_led
    # An act tells cases apart, too: what it costs to sign on is no price for signing off, nor for what was lost.
    named = [term for term in asked.terms if term not in GENERAL_STEMS]
    return any(
        one.stems.title == exception.stems.title
        and asked.matches.names_any_near(asked.telling, one.stems)
        and all(share(term, one.stems) >= share(term, exception.stems) for term in named)
        for one in regular
    )


def keep_units_of_act(asked: QuestionTerms, saying: Sequence[CandidateUnit]) -> Sequence[CandidateUnit]:
    """Keeps, where somebody asks whether they may or must do something and names no thing besides, the units that speak
    of doing it, if any: when a new flat must be registered does not say whether notice of the old one must be given."""
    act = "" if asked.telling else asked_act(asked)
    return [one for one in saying if act and speaks_of_act(asked, act, one)] or saying


def speaks_of_act(asked: QuestionTerms, act: str, candidate: CandidateUnit) -> bool:
    """Whether it says the act itself, in a word that says nothing else of the question, or is an item below a line that
    does."""
    stems = candidate.stems
    said = stems.own | stems.lead if candidate.unit.is_item else stems.own
    return asked.matches.names(act, replace(stems, own=said - (frozenset(asked.terms) - {act})))


def asked_act(asked: QuestionTerms) -> str:
    """The stem of the infinitive that closes the main clause ("abmelden" in "Muss ich mich abmelden, wenn …"); empty
    where there is none or it says too little."""
    begin = ASKS_WHETHER_TO.match(asked.text)
    if begin is None:
        return ""
    clause = END_OF_MAIN_CLAUSE.split(asked.text[begin.end() :], maxsplit=1)[0].split()
    last = clause[-1].lower() if len(clause) > 1 else ""
    # Of a message without capitals, what the sources write with one got one: "Zahlen".
    if not INFINITIVE.fullmatch(last) or (last != clause[-1] and not is_known_verb(last)):
        return ""
    act = infinitive_stem(stem(fold(last)))
    return act if act in asked.terms and act not in LIGHT_ACTS else ""


def keep_units_of_title(asked: QuestionTerms, saying: Sequence[CandidateUnit]) -> Sequence[CandidateUnit]:
    """Drops, where a telephone number, mail or address is asked for, units that say nothing of a title with the subject
    in it, if others do: a leaflet on registering something has the number for registering it, and those of others."""
    if not asks_for_contact(asked.text) or not asked.telling:
        return saying
    titles = {
        one.stems.title
        for one in saying
        if says_of_title(one.stems) and any(asked.matches.in_title(term, one.stems) for term in asked.telling)
    }
    return [one for one in saying if says_of_title(one.stems) or one.stems.title not in titles]


def says_of_title(stems: UnitStems) -> bool:
    return not stems.own.isdisjoint(stems.title)
