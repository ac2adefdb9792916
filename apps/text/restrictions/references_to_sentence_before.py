"""Sentences that name the one before by a noun or an adverb, or not at all: "Diese Praxis …", "Stimmt nicht."."""

import re

from apps.text.entailment.both_languages.clause_part import NOMINATIVE
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.parse_statements import parse_statements
from apps.text.restrictions.remarks_on_sentence_before import LEAVES, leaves_sentence_true
from apps.text.restrictions.voided_texts import says_void

SAYING = (
    r"(?:[\w-]{0,30}(?:regelung|vorschrift|bestimmung|klausel|aussage|behauptung|forderung|praxis|auffassung|ansicht"
    r"|meinung|annahme|darstellung|formulierung|passage|fassung|idee|vorschlag|plan|satz|text|absatz|hoffnung"
    r"|erwartung|überlegung|meldung|nachricht|these|lesart|zusage|ankündigung|vorhaben|wunsch)(?:s|es|e|en|n)?)"
)
"""Ends of nouns that name what a sentence says or is."""
ENGLISH_SAYING = (
    r"(?:\w+ )?(?:rule|provision|claim|statement|demand|practice|view|opinion|assumption|wording|passage|idea|proposal"
    r"|plan|sentence|text|hope|suggestion|announcement|belief|arrangement)s?"
)
BY_NOUN = re.compile(
    rf"(?:[\w§-]{{1,30}} ){{0,6}}(?:dies(?:e[rs]?|em|en)|(?:eine? )?solche[mnrs]?|derartige[mnrs]?) {SAYING}\b"
    rf"|(?:[\w-]{{1,30}} ){{0,6}}(?:this|that|such an?|no such) {ENGLISH_SAYING}\b",
    re.IGNORECASE,
)
BY_ARTICLE = re.compile(rf"(?:der|die|das) {SAYING}\b|the {ENGLISH_SAYING}\b", re.IGNORECASE)
""" "Der Vorschlag wurde abgelehnt.": where it says nothing that voids, it may be about any other."""
BY_ADVERB = re.compile(
    r"(?:Darüber(?! hinaus)|Davon(?! (?:unberührt|ausgenommen))|Dagegen|Hiergegen|Hiervon|Hierüber)\b"
)
OFFERED = LEAVES | {"informieren", "unterrichten", "benachrichtigen", "beraten", "profitieren", "entscheiden", "haben"}
"""Beside what leaves a sentence as it stands, what is done about it: "Darüber entscheidet das Jugendamt."."""
MOST_WORDS_OF_REMARK = 5
ASKS = re.compile(r"(?:Es|Siehe|Vergleiche|Vgl|Bitte|See|Please)\b")
READER = frozenset({"you", "one", "we"})


def refers_to_sentence_before(text: str) -> bool:
    """Whether a sentence says something of the one before it that may make it untrue, without "das" or "so"."""
    if BY_NOUN.match(text):
        return any(not leaves_sentence_true(one) for one in parse_statements(text)[:1])
    if BY_ARTICLE.match(text):
        return says_void(text)
    if BY_ADVERB.match(text):
        return any(not is_offer(one) for one in parse_statements(text)[:1])
    return lacks_subject(text)


def is_offer(one: Statement) -> bool:
    """ "Dagegen können Sie Widerspruch einlegen.", "Davon sind 20 Plätze barrierefrei."."""
    found = one.predicate
    if one.generic in READER or found.imperative or any(p.has_value for p in one.parts):
        return True
    return found.verb in OFFERED and found.tense == "present" and found.modality != "will" and not one.scope


def lacks_subject(text: str) -> bool:
    """ "Stimmt nicht.", "War einmal.", "Ist nur ein Gerücht.": what it is about stands before."""
    if len(text.split()) > MOST_WORDS_OF_REMARK or text[-1:] not in ".!" or ASKS.match(text):
        return False
    return any(is_subjectless_statement(one) for one in parse_statements(text)[:1])


def is_subjectless_statement(one: Statement) -> bool:
    """Its verb stands first, in the third person, and nobody is named. A passive needs nobody: "Bezahlt wird bar."."""
    named = [p for p in one.parts if p.mark == "np" and NOMINATIVE in p.cases and one.predicate.verb != "sein"]
    told = one.predicate.singular and not one.front and not one.generic and not one.relation
    return bool(one.predicate.verb) and one.predicate.voice == "active" and told and not named
