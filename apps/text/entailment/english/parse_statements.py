"""Parses English sentences into statements in their normal form."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.apply_and_record_rules import apply_and_record_rules, comparable_content
from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.negation_rules import denial_by_determiner
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import BEFORE_DENIAL, REASONS, Statement, drop_parts, replace_verb
from apps.text.entailment.english.fallback_to_word_order import flat_statement
from apps.text.entailment.english.paraphrases import apply_paraphrase_rules
from apps.text.entailment.english.parse_phrases import parse_phrases
from apps.text.entailment.english.rules.costs import amount, free_of_cost
from apps.text.entailment.english.rules.duties_and_rights import (
    banned,
    entitled,
    failing,
    failure,
    responsible,
    resulting,
    subject_to,
    there_is,
)
from apps.text.entailment.english.rules.exemptions import exempt
from apps.text.entailment.english.rules.opening_hours_and_deadlines import early_enough, hours_behind_day, opening
from apps.text.entailment.english.rules.permits_and_limits import (
    brought_along,
    limited_number,
    remaining_valid,
    thing_with_permit,
    time_taken,
)
from apps.text.entailment.english.rules.person_paraphrases import condition_of_being
from apps.text.entailment.english.split_into_clauses import (
    SUBORDINATE_OPENERS,
    EnglishClause,
    end_of_clause,
    english_clauses,
)
from apps.text.entailment.english.verb_groups import find_verb_group
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.token import EMPTY_TOKEN, Token

GENERIC = frozenset({"you", "one", "we"})


def parse_english_statements(sentence: Sequence[Token]) -> list[Statement]:
    """Clause by clause; where a clause shows no verb, the whole sentence is kept in its order of words."""
    clauses = english_clauses(sentence := restore_verbs_of_conditions(sentence))
    if any(clause.group is None for main in clauses for clause in (main, *main.dependents)):
        clauses = english_clauses(sentence := restore_unseen_verb(sentence))
    if any(clause.group is None for main in clauses for clause in (main, *main.dependents)):
        return [flat_statement(sentence)]
    found = [build_english_statement(clause, sentence) for clause in clauses]
    for index in range(len(clauses) - 1, 0, -1):
        if clauses[index].carried:
            share_final_limit(found[index - 1], found[index])
    return found


def restore_verbs_of_conditions(sentence: Sequence[Token]) -> list[Token]:
    """ "if the owner consents": a condition has a verb."""
    done = list(sentence)
    for place, token in enumerate(sentence):
        if token.kind == "sub" and token.key in SUBORDINATE_OPENERS:
            end = end_of_clause(sentence, place)
            if find_verb_group(done[place + 1 : end]) is None:
                done[place + 1 : end] = restore_unseen_verb([*done[place + 1 : end], EMPTY_TOKEN])[:-1]
    return done


def restore_unseen_verb(sentence: Sequence[Token]) -> list[Token]:
    """ "The office issues permits": a verb read as a plural noun, between a noun and what it does it to."""
    found = [place for place in range(1, len(sentence) - 1) if may_be_verb(*sentence[place - 1 : place + 2])]
    done = list(sentence)
    if len(found) == 1:
        done[found[0]] = replace(done[found[0]], key=done[found[0]].low.removesuffix("s"), kind="verb", form="VVZ")
    return done


def may_be_verb(subject: Token, token: Token, following: Token) -> bool:
    """ "office issues permits", "dogs need a licence": one of the two ends in -s, as subject and verb do."""
    nouns = subject.kind == token.kind == "noun"
    third, plural = token.low.endswith("s"), subject.low.endswith("s")
    openers = {"noun", "det", "value", "pron", "prep", "adv"} | ({"sub", "end"} if third else {"quant"})
    return nouns and third != plural and following.kind in openers and is_english_verb(token.low.removesuffix("s"))


def is_english_verb(base: str) -> bool:
    past = analyse_word(f"{base.removesuffix('e')}ed", "en")
    return past.lemma == base and past.tag.startswith("VV")


def share_final_limit(first: Statement, second: Statement) -> None:
    """ "must remove the waste and leave by 2 pm": the limit may be of both, so it counts for both."""
    ends = [p for p in second.parts[second.front :] if p.mark != "np"]
    if not any(p.mark != "np" for p in first.parts[first.front :]):
        first.parts += ends


def build_english_statement(clause: EnglishClause, sentence: Sequence[Token]) -> Statement:
    group = clause.group
    if group is None:
        raise ValueError("A clause without a verb is no statement.")
    subject, fronted = split_before_subject(parse_phrases(clause.shared or clause.tokens[: group.start], NOMINATIVE))
    objects = parse_phrases(clause.tokens[group.end :], ACCUSATIVE)
    fronted = [replace(p, sign=",") for p in fronted]
    found = Statement(
        Predicate(group.verb, group.modality, group.voice, group.tense, imperative=group.imperative),
        [*subject, *objects, *fronted], clause.relation, clause.connector, scope=group.scope, front=len(subject),
        dependents=[
            normalise_when_with_perfect(build_english_statement(dependent, sentence)) for dependent in clause.dependents
        ],
        text=" ".join(t.text for t in clause.tokens or sentence),
    )  # fmt: skip
    if clause.relation and not group.start and group.voice == "active" and not clause.shared:
        found.generic = "one"
    elif group.imperative:
        found.generic = "you"
    elif group.voice == "active":
        set_generic_agent(found, subject)
    found.as_read = comparable_content(found)
    apply_and_record_rules([denial_by_determiner, shall_of_nobody], found)
    mark_fronted_reasons(found, fronted)
    apply_and_record_rules([prohibited, failure, resulting, failing, there_is], found)
    apply_and_record_rules([responsible, banned, entitled, subject_to], found)
    apply_paraphrase_rules(found)
    apply_and_record_rules((exempt, not_payable, condition_of_being, opening, hours_behind_day, early_enough), found)
    apply_and_record_rules((thing_with_permit, limited_number, time_taken, brought_along, remaining_valid), found)
    apply_and_record_rules((amount, free_of_cost), found)
    return found


def normalise_when_with_perfect(dependent: Statement) -> Statement:
    """ "when the deadline has expired" as "after the deadline has expired"."""
    if dependent.relation == "when" and dependent.predicate.tense == "perfect":
        dependent.relation = "after"
        dependent.licences.append("word: when it has = after it has")
    return dependent


def mark_fronted_reasons(statement: Statement, fronted: Sequence[Part]) -> None:
    """ "Because of the rain, it is not open" is not "It is not open because of the rain": that may deny the reason."""
    for dependent in statement.dependents:
        if not (statement.denied and dependent.relation in REASONS):
            dependent.connector = "" if dependent.connector == BEFORE_DENIAL else dependent.connector
    if not statement.denied:
        return
    for index, part in enumerate(statement.parts):
        if part in fronted and (part.mark not in POINTS or part.words[:1] == ("order",) or is_duration(part)):
            statement.parts[index] = replace(part, scope=(*part.scope, BEFORE_DENIAL))


def is_duration(part: Part) -> bool:
    """ "for two weeks"."""
    return part.mark == "for" and any(word.startswith(("minutes:", "days:", "months:")) for word in part.words)


POINTS = frozenset({"np", "on", "in", "at", "for", "under", "with", "without", "adv"})
"""Marks of places, times and circumstances, which are the same in front of a denial and after it."""


def split_before_subject(parts: list[Part]) -> tuple[list[Part], list[Part]]:
    """ "On Sundays, residents may …": the subject with what follows it, and what stands in front of it."""
    place = next((i for i, p in enumerate(parts) if p.mark == "np"), 0)
    return parts[place:], parts[:place]


def prohibited(statement: Statement) -> None:
    """ "is prohibited" as "is not permitted"."""
    found = statement.predicate
    if found.verb == "forbidden" and found.voice == "passive" and not statement.scope:
        replace_verb(statement, "allowed")
        statement.scope = ("not",)
        statement.licences.append("modality: prohibited = not permitted")


def shall_of_nobody(statement: Statement) -> None:
    """ "No person shall enter" as "No person may enter"; "No fee must be paid" may mean that none has to be."""
    found = statement.predicate
    nobody = [p for p in statement.parts[: statement.front] if p.text.lower().startswith("no ")]
    if found.modality == "must" and statement.scope == ("not",) and nobody and " shall " in f" {statement.text} ":
        replace_verb(statement, found.verb, modality="may", same_subject=True)
        statement.licences.append("modality: no X shall = no X may")


def not_payable(statement: Statement) -> None:
    """ "do not have to pay" as "do not pay"."""
    found = statement.predicate
    if found.verb == "pay" and found.modality == "must" and statement.denied:
        replace_verb(statement, "pay", modality="")
        statement.licences.append("modality: not have to pay = not pay")


def set_generic_agent(statement: Statement, subject: Sequence[Part]) -> None:
    """ "you", "one", "we" as the subject are kept aside: a passive without an agent may stand for them."""
    for part in statement.parts[: len(subject)]:
        if part.mark == "np" and len(part.words) == 1 and part.words[0] in GENERIC and not part.scope:
            statement.generic = part.words[0]
            drop_parts(statement, lambda other, part=part: other is part)  # type: ignore[misc]
            return
