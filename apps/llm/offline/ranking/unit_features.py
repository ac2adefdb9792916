"""The features of a candidate unit as numbers, which the learned weights combine into a score (rank_units.py).

Each is between about -1 and 4, most lie between 0 and 1. FEATURES names them, describes them and gives their order.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from apps.llm.offline.ranking.analyse_question import FIGURE, QuestionTerms
from apps.llm.offline.ranking.answer_type_cues import COUNT, DAYS, DECIDES_CLEARLY, OBLIGES, OPEN, PARTS, VALID
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.exclude_other_matters import (
    drop_unasked_exceptions,
    is_of_another_matter,
    keep_units_of_act,
    keep_units_of_title,
)
from apps.llm.offline.ranking.question_kinds import (
    asks_for_contact,
    asks_for_opening,
    asks_for_validity,
    is_formality,
    is_of_other_force,
    question_kind,
    question_matches,
    says_from_when_rules_hold,
    says_time,
)
from apps.llm.offline.ranking.term_coverage import GENERAL_STEMS
from apps.llm.offline.ranking.unit_score_adjustments import (
    ASKS_FOR_PRICE,
    NUMBER,
    PRICE,
    REFERENCE,
    fitness_score,
    holds_value,
    may_answer,
    says_price,
    strip_measures,
)
from apps.text.grammar.detect_asked_operation import states_result
from apps.text.grammar.join_separable_verbs import infinitive_stem
from apps.text.word_stems import IS_CJK, fold, stem, subject_words

SOON = 60
"""Characters within which a definition has named its subject and says what it is."""
MOST_TERMS_OF_TOPIC = 2
LONG = 35
"""Words beyond which a sentence covers many terms without saying much about any."""
DEFINES = re.compile(
    r"\b(?:ist|sind|war|waren|heißt|heißen|hieß|bedeutet|bezeichnet|nennt man|nannte man|genannt|bekannt als|steht für"
    r"|bezeichnet man)\b",
    re.IGNORECASE,
)
NAME = re.compile(r"(?<![.!?:„\"] )(?<!^)\b[A-ZÄÖÜ][\wäöüß-]+")
"""A word with a capital letter that begins no sentence."""
OF_A_LAW = re.compile(r"\W*(?:\d+\W+)?([A-ZÄÖÜ]\w+) im Sinne\b")
SAYS_HOW_MANY = re.compile(rf"{COUNT}|{PARTS.pattern}", re.IGNORECASE)
A_NUMBER = re.compile(COUNT, re.IGNORECASE)
BESIDE = 6
"""Words on either side of a number, among which is what it counts."""
DAY = re.compile(DAYS, re.IGNORECASE)
ASKS_WHETHER_MUST = re.compile(r"\A\W*(?:muss|müssen)\b", re.IGNORECASE)

FEATURES: Mapping[str, str] = {
    "coverage": "share of the question's terms that the unit, its heading, neighbours, title or page say",
    "own_untitled": "share of the terms that the title leaves open, said by the unit itself",
    "own_rest": "share of the terms that are no nouns, said by the unit itself",
    "around": "share of the terms said by the units around it",
    "title": "… by the title",
    "page": "… by the page",
    "naming": "how nearly the unit names the subject",
    "begins": "1 where the subject stands among the first words of the unit",
    "unsaid": "share of the nouns that neither page nor title say",
    "previous_adds": "what the unit before says of the terms and this one does not",
    "rank": "logarithm of the source's place in the search",
    "first_source": "1 for the first source",
    "position": "logarithm of the unit's place in its source",
    "long": "words beyond 35, in 35",
    "lacks": "1 where it says nothing of what the question asks for",
    "fitness": "sum of the hand-written rules (unit_score_adjustments.py)",
    "when_time": "a time where one is asked for",
    "when_new_figure": "… and a figure that the question does not say",
    "amount_number": "a number where one is asked for",
    "amount_new_figure": "… and one that the question does not say",
    "price": "a price where one is asked for",
    "decides": "a clear decision where yes or no is asked for",
    "defines": "a verb of a definition where one is asked for",
    "defines_subject": "… right behind the subject that the unit begins with",
    "names_which": "logarithm of the names that the question does not say, where somebody or something is asked for",
    "names_when": "… where a time is asked for",
    "names_why": "… where a reason is asked for",
    "names_definition": "… where a definition is asked for",
    "names_amount": "… where an amount is asked for",
    "topic": "1 where a subject is all that is said and the unit begins with it, or opens the document about it",
    "impossible": "1 where it can hardly be an answer (is_possible_answer)",
    "other_subject": "1 where others stand nearer to the subject (keep_units_of_subject)",
}


def units_with_features(
    asked: QuestionTerms, candidates: Sequence[CandidateUnit]
) -> Iterator[tuple[CandidateUnit, list[float]]]:
    """Each candidate that says something of the kind that is asked for, with its features in the order of FEATURES."""
    places = {(one.number, one.position): one for one in candidates}
    saying = [one for one in candidates if says_what_is_asked(asked, one) and not is_of_another_matter(asked, one)]
    for of_this_matter in (drop_acts_upon_subject, drop_unasked_exceptions, keep_units_of_act, keep_units_of_title):
        saying = list(of_this_matter(asked, saying))
    possible = {id(one) for one in saying if is_possible_answer(asked, one)}
    likely = [one for one in saying if id(one) in possible] or [one for one in saying if may_nearly_answer(asked, one)]
    of_subject = {id(one) for one in keep_units_of_subject(asked, likely)}
    for one in saying:
        features = unit_features(asked, one, places.get((one.number, one.position - 1)))
        yield one, [*features, float(id(one) not in possible), float(id(one) not in of_subject)]


def unit_features(asked: QuestionTerms, candidate: CandidateUnit, previous: CandidateUnit | None) -> list[float]:
    """In the order of FEATURES, but for the last two. `previous`: the unit before, where it is a candidate of the same
    source."""
    return [
        *features_of_words(asked, candidate, previous),
        *features_of_place(candidate),
        *features_of_kind(asked, candidate),
    ]


def features_of_words(asked: QuestionTerms, candidate: CandidateUnit, previous: CandidateUnit | None) -> list[float]:
    matches, stems = asked.matches, candidate.stems
    untitled = [term for term in asked.terms if not matches.in_title(term, stems)]
    rest = [term for term in asked.terms if term not in asked.telling]
    return [
        matches.coverage(stems),
        matches.share_own(untitled, stems) if untitled else 1.0,
        matches.share_own(rest, stems),
        matches.share_in(stems.around),
        matches.share_in(stems.title),
        matches.share_in(stems.page),
        share_of_subject_named(asked, candidate),
        float(matches.begins_with(asked.telling or asked.terms, stems)),
        matches.share_unsaid(asked.telling, stems),
        matches.share_added(stems, previous.stems) if previous else 0.0,
    ]


def share_of_subject_named(asked: QuestionTerms, candidate: CandidateUnit) -> float:
    """A sentence that says what it is about reads better than one that only stands beside such a one.

    What the title says is understood: in the rules of the market, it is "Hunde" that tells sentences apart.
    """
    matches, stems = asked.matches, candidate.stems
    open_terms = [term for term in asked.telling if not matches.in_title(term, stems)] or asked.telling
    named = sum(matches.share_named(term, stems) for term in open_terms)
    return named / len(open_terms) if open_terms else 0.0


def features_of_place(candidate: CandidateUnit) -> list[float]:
    words = len(candidate.unit.shown.split())
    return [
        math.log(candidate.number),
        float(candidate.number == 1),
        math.log1p(candidate.position),
        max(0, words - LONG) / LONG,
    ]


def features_of_kind(asked: QuestionTerms, candidate: CandidateUnit) -> list[float]:
    question, kinds, unit = asked.text, asked.kinds, candidate.unit
    text = unit.shown
    plain = REFERENCE.sub("", unit.quote)
    has_new_figure = bool(kinds & {"when", "amount"}) and any(
        figure not in asked.figures for figure in FIGURE.findall(plain)
    )
    names = math.log1p(len(unasked_names(asked, text)))
    defines = "definition" in kinds and DEFINES.search(text)
    found = (
        not may_answer(question, unit),
        fitness_score(question, unit),
        "when" in kinds and says_time(text),
        "when" in kinds and has_new_figure,
        "amount" in kinds and (has_new_figure or NUMBER.search(plain)),
        "amount" in kinds and has_new_figure,
        question_matches(question, ASKS_FOR_PRICE) and says_price(text),
        "decision" in kinds and states_decision(question, text),
        defines,
        defines and defines.start() < SOON and asked.matches.begins_with(asked.telling or asked.terms, candidate.stems),
    )
    of_names = [names * bool(kinds & asked_for) for asked_for in NAMES_OF]
    features = (feature if isinstance(feature, float) else float(bool(feature)) for feature in found)
    return [*features, *of_names, introduction_score(asked, candidate)]


def introduction_score(asked: QuestionTerms, candidate: CandidateUnit) -> float:
    """1 for what introduces a subject of which the question says no more than its name: it opens the document about it,
    or the name is its first word; half where it is among the first ones. What hangs on a section of a law introduces
    nothing."""
    matches, stems, shown = asked.matches, candidate.stems, candidate.unit.shown
    if not asks_for_topic(asked) or candidate.unit.cells or "§" in shown or is_formality(asked.text, shown):
        return 0.0
    if candidate.opens and all(matches.in_title(term, stems) for term in asked.terms):
        return 1.0
    if not matches.begins_with(asked.telling, stems) or not all(matches.names(term, stems) for term in asked.terms):
        return 0.0
    return 1.0 if stem(next(iter(subject_words(shown)), "")) in asked.telling else 0.5


def asks_for_topic(asked: QuestionTerms) -> bool:
    """Whether it is the name of a subject alone: "Sperrmüll"."""
    is_name = 0 < len(asked.telling) == len(asked.terms) <= MOST_TERMS_OF_TOPIC
    return is_name and not asked.kinds and question_kind(asked.text) is None and not asks_for_price(asked)


def states_decision(question: str, text: str) -> bool:
    """Whether a text says yes or no clearly, or what must be done where that is asked."""
    return bool(
        DECIDES_CLEARLY.search(text) or (question_matches(question, ASKS_WHETHER_MUST) and OBLIGES.search(text))
    )


NAMES_OF: Sequence[frozenset[str]] = (
    frozenset({"which", "who"}), frozenset({"when"}), frozenset({"why"}), frozenset({"definition"}),
    frozenset({"amount"}),
)  # fmt: skip


def is_possible_answer(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether a unit that says what is asked may well be the answer.

    An amount answers one question only: fees of the swimming pool are none of the museum, and outside a table the
    subject stands near its fee.
    """
    if not asks_for_amount(asked):
        return True
    matches, stems = asked.matches, candidate.stems
    is_of_another = any(matches.names_head_only(term, stems) for term in asked.telling)
    return stands_near_subject(asked, candidate) and matches.names_all(asked.telling, stems) and not is_of_another


def may_nearly_answer(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it may be the answer where no other is: the page says all nouns of the question but one.

    Not of a price, which is another one for whatever the page does not name.
    """
    if asks_for_price(asked):
        return False
    named = sum(asked.matches.names_all([term], candidate.stems) for term in asked.telling)
    return stands_near_subject(asked, candidate) and named == len(asked.telling) - 1 > 0


def asks_for_amount(asked: QuestionTerms) -> bool:
    return "amount" in asked.kinds or asks_for_price(asked)


def asks_for_one_value(asked: QuestionTerms) -> bool:
    """Whether all items of a list together are too much."""
    return asks_for_amount(asked) or "decision" in asked.kinds or asks_for_contact(asked.text)


def asks_for_price(asked: QuestionTerms) -> bool:
    return question_matches(asked.text, ASKS_FOR_PRICE)


def says_what_is_asked(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it says what is counted, and a value or a result where one is asked for.

    What is to be counted must be said, unless it is said in many ways (people), one value of several is no sum and no
    largest one, a list is none and decides nothing, and without a time nothing says when.
    """
    counts = asked.counted in asked.terms and asked.counted not in GENERAL_STEMS
    if counts and not (asked.matches.counts(asked.counted, candidate.stems) and counts_asked_thing(asked, candidate)):
        return False
    if asks_for_opening(asked.text) and not speaks_of_opening(asked, candidate):
        return False
    if asks_for_validity(asked.text) and not VALID.search(f"{candidate.unit.lead} {candidate.unit.shown}"):
        return False
    if asked.defined and defines_another(asked, candidate):
        return False
    if says_from_when_rules_hold(asked.text, candidate.unit.shown):
        return False
    if is_of_other_force(asked.text, f"{candidate.unit.lead} {candidate.unit.shown}"):
        return False
    if candidate.is_list and asks_for_one_value(asked):
        return False
    if asks_for_price(asked) and (is_price_of_another(asked, candidate) or refers_to_unnamed_price(asked, candidate)):
        return False
    return holds_value(asked.text, candidate.unit) and states_result(asked.text, candidate.unit.shown)


def counts_asked_thing(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether a number stands beside what is to be counted: "46 children" says nothing of how many playgrounds there
    are. What a row of a table counts, its columns say."""
    if candidate.unit.cells or IS_CJK.search(asked.text):
        return True
    words = strip_measures(REFERENCE.sub("", candidate.unit.shown)).split()
    numbers = [place for place, word in enumerate(words) if SAYS_HOW_MANY.search(word)]
    beside = (" ".join(words[max(0, place - BESIDE) : place + BESIDE + 1]) for place in numbers)
    return any(asked.matches.is_said_by(asked.counted, counted_stems(asked, text)) for text in beside)


def counted_stems(asked: QuestionTerms, text: str) -> list[str]:
    """The stems of a text but those of compounds that only begin with what is counted: no number of libraries is one of
    books. The thing of the question may be one: how many cars it holds, a car park says in places."""
    stems = [infinitive_stem(stem(word)) for word in subject_words(text)]
    allowed = {asked.counted, *(asked.terms if A_NUMBER.search(text) else ())}
    return [one for one in stems if one in allowed or not one.startswith(asked.counted)]


def is_price_of_another(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether all around it name no more of a compound than its head: what a parking permit costs, no identity card
    does, though both are an "Ausweis"."""
    return any(asked.matches.names_head_only(term, candidate.stems, is_near=True) for term in asked.telling)


def drop_acts_upon_subject(asked: QuestionTerms, saying: Sequence[CandidateUnit]) -> Sequence[CandidateUnit]:
    """Drops, where rows begin with what has its price asked for, those that begin with something else: what it costs to
    move the date of a wedding is no price of a wedding."""
    if not asks_for_price(asked) or not asked.telling:
        return saying
    if not any(one.unit.cells and asked.matches.begins_with(asked.telling, one.stems) for one in saying):
        return saying
    # "Dritte und jede weitere Abholung" begins with what is asked of the third one.
    begins = {id(one) for one in saying if asked.matches.begins_with(asked.terms, one.stems)}
    return [one for one in saying if not one.unit.cells or id(one) in begins or not names_subject(asked, one)]


def refers_to_unnamed_price(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it says where a price is to be found, without naming of what."""
    says_none = says_price(candidate.unit.shown) and not PRICE.search(candidate.unit.shown)
    return says_none and not any(asked.matches.names(term, candidate.stems) for term in asked.telling)


def speaks_of_opening(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it says that something is open, or names what is: the hours of weddings are none of the town hall, where
    they take place."""
    unit, stems = candidate.unit, candidate.stems
    subject = [term for term in asked.telling if not DAY.fullmatch(term)]
    is_named = any(asked.matches.names(term, stems) for term in subject)
    return is_named or bool(OPEN.search(f"{unit.lead} {unit.shown}"))


def defines_another(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it says what something else is for a law: "Versandhandel im Sinne dieses Gesetzes ist …"."""
    found = OF_A_LAW.match(candidate.unit.quote)
    return found is not None and stem(fold(found[1])) != asked.defined


def stands_near_subject(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    """Whether it is one statement that stands where the subject is named, or a row of a table."""
    return bool(candidate.unit.cells) or asked.matches.names_any_near(asked.telling, candidate.stems)


def keep_units_of_subject(asked: QuestionTerms, possible: Sequence[CandidateUnit]) -> Sequence[CandidateUnit]:
    """Keeps units beside the name of the subject, if there are any, where a value or a decision is asked for.

    The hours of the swimming pool are none of the citizens' office, however well the sentence fits, and that rubbish is
    to be taken home does not say whether dogs may be taken along.
    """
    kind = question_kind(asked.text)
    if kind is not None and kind.is_strict:
        return [one for one in possible if names_subject(asked, one)] or possible
    if "decision" in asked.kinds and asked.telling:
        of_all = [one for one in possible if asked.matches.names_all(asked.telling, one.stems)] or possible
        return [one for one in of_all if names_what_title_leaves_open(asked, one)] or of_all
    return possible


def names_subject(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    matches, stems = asked.matches, candidate.stems
    return matches.names_all(asked.telling, stems) and matches.names_any_near(asked.telling, stems)


def names_what_title_leaves_open(asked: QuestionTerms, candidate: CandidateUnit) -> bool:
    matches, stems = asked.matches, candidate.stems
    return matches.names_any_near([term for term in asked.telling if not matches.in_title(term, stems)], stems)


def unasked_names(asked: QuestionTerms, text: str) -> set[str]:
    """Folded words with a capital letter that the question does not say."""
    return {fold(name) for name in NAME.findall(text)} - asked.names
