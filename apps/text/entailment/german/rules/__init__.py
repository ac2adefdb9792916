"""Rules that bring a clause to one form, each with the name it is licensed under. German.

A rule may only be here when both forms mean the same in an official text. It works on one clause of either side; the
comparison afterwards knows nothing of it.

May import from this app: entailment.both_languages, entailment.german.nominalisations,
entailment.german.clauses, entailment.german.quantities, entailment.tokens, numbers.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import replace

from apps.text.entailment.both_languages import negation_rules
from apps.text.entailment.both_languages.apply_and_record_rules import apply_and_record_rules, comparable_content
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.nominalisations import (
    acts_within_compounds_and_phrases,
    giving_and_receiving_paraphrases,
    needed_acts,
    nominalised_acts,
    responsibilities,
)
from apps.text.entailment.german.quantities import (
    age_paraphrases,
    period_and_deadline_paraphrases,
    quantity_noun_paraphrases,
    share_of_total_paraphrases,
    validity_date_paraphrases,
)
from apps.text.entailment.german.rules import (
    act_paraphrases,
    amount_phrases,
    cost_phrases,
    entitlements,
    exemptions_and_permits,
    free_of_charge,
    generic_subjects_and_negation,
    modality,
    opening_hours_and_terms,
    person_paraphrases,
    subordinate_clauses,
    verb_idioms,
)

Rule = Callable[[Statement], None]

ANY_VERB: frozenset[str] = frozenset()
"""Instead of verbs: the rule is asked about clauses with any."""

RULES: tuple[tuple[Rule, Collection[str]], ...] = (
    (verb_idioms.caring_for, {"sorgen"}),
    (amount_phrases.measure_after_noun, ANY_VERB),
    (amount_phrases.amount_of_money, ANY_VERB),
    (amount_phrases.up_to, ANY_VERB),
    (amount_phrases.counted_times, ANY_VERB),
    (amount_phrases.denied_bound, {"liegen"}),
    (amount_phrases.lapse, ANY_VERB),
    (amount_phrases.as_span, ANY_VERB),
    (amount_phrases.day_after, ANY_VERB),
    (age_paraphrases.completed_year, ANY_VERB),
    (age_paraphrases.year_completed, {"haben"}),
    (age_paraphrases.birthday, ANY_VERB),
    (age_paraphrases.years_old, ANY_VERB),
    (age_paraphrases.older_than, ANY_VERB),
    (age_paraphrases.of_number, ANY_VERB),
    (share_of_total_paraphrases.share_of, ANY_VERB),
    (share_of_total_paraphrases.fraction_of, ANY_VERB),
    (share_of_total_paraphrases.majority_of, ANY_VERB),
    (period_and_deadline_paraphrases.from_then_on, ANY_VERB),
    (period_and_deadline_paraphrases.at_the_time_of, ANY_VERB),
    (period_and_deadline_paraphrases.has_to_have_come, period_and_deadline_paraphrases.IN_TIME),
    (period_and_deadline_paraphrases.at_intervals, ANY_VERB),
    (period_and_deadline_paraphrases.in_form, ANY_VERB),
    (period_and_deadline_paraphrases.how_often, ANY_VERB),
    (generic_subjects_and_negation.generic_agent, ANY_VERB),
    (generic_subjects_and_negation.nobody, ANY_VERB),
    (generic_subjects_and_negation.always_apart, ANY_VERB),
    (generic_subjects_and_negation.never, ANY_VERB),
    (modality.planned, modality.PLANNING),
    (generic_subjects_and_negation.one_denied, ANY_VERB),
    (generic_subjects_and_negation.nowhere, ANY_VERB),
    (negation_rules.denial_by_determiner, ANY_VERB),
    (generic_subjects_and_negation.denial_of_part, ANY_VERB),
    (generic_subjects_and_negation.neither, ANY_VERB),
    (generic_subjects_and_negation.reasons_in_front, ANY_VERB),
    (generic_subjects_and_negation.forbidding_order, ANY_VERB),
    (generic_subjects_and_negation.announced, ANY_VERB),
    (generic_subjects_and_negation.listed_after_colon, ANY_VERB),
    (act_paraphrases.existence, act_paraphrases.EXISTING),
    (generic_subjects_and_negation.expletive, ANY_VERB),
    (generic_subjects_and_negation.correlate, ANY_VERB),
    (person_paraphrases.owning, {"besitzen"}),
    (person_paraphrases.belonging, {"sein", "bleiben"}),
    (person_paraphrases.reader_as, ANY_VERB),
    (person_paraphrases.holders, ANY_VERB),
    (person_paraphrases.for_holders, ANY_VERB),
    (verb_idioms.taking_time, {"nehmen"}),
    (verb_idioms.applying_for, {"stellen", "abgeben"}),
    (verb_idioms.bound_phrase, ANY_VERB),
    (verb_idioms.paid_out, {"leisten"}),
    (amount_phrases.given_apart, amount_phrases.RECEIVING),
    (verb_idioms.paying_for, {"zahlen"}),
    (verb_idioms.bearing_costs, {"tragen", "übernehmen", "zahlen"}),
    (verb_idioms.making_use, {"bedienen"}),
    (act_paraphrases.let_be_done, ANY_VERB),
    (act_paraphrases.let_do, ANY_VERB),
    (act_paraphrases.consisting_of, {"bestehen", "angehören"}),
    (opening_hours_and_terms.for_a_time, opening_hours_and_terms.LASTING),
    (act_paraphrases.applied_to, {"anwenden"}),
    (act_paraphrases.informed_about, {"unterrichten"}),
    (opening_hours_and_terms.for_a_purpose, ANY_VERB),
    (opening_hours_and_terms.opening_hours, {"sein"}),
    (opening_hours_and_terms.shut, {"sein", "zubleiben"}),
    (opening_hours_and_terms.opening_as_state, ANY_VERB),
    (opening_hours_and_terms.visiting_hours, {"kommen", "besuchen"}),
    (opening_hours_and_terms.opens_at, opening_hours_and_terms.STARTING_OR_ENDING),
    (opening_hours_and_terms.open_in_speech, {"haben"}),
    (modality.adjective_as_state, ANY_VERB),
    (opening_hours_and_terms.open_days, opening_hours_and_terms.STATING_HOURS),
    (entitlements.chance_to, {"bestehen", "haben"}),
    (entitlements.reserved, {"vorbehalten"}),
    (act_paraphrases.present, ANY_VERB),
    (act_paraphrases.available, ANY_VERB),
    (act_paraphrases.obtainable, {"sein erhältlich"}),
    (act_paraphrases.cancelled, act_paraphrases.CANCELLING),
    (acts_within_compounds_and_phrases.last_day_of_act, acts_within_compounds_and_phrases.ENDING),
    (acts_within_compounds_and_phrases.within_act, ANY_VERB),
    (modality.possibility, ANY_VERB),
    (modality.permission, ANY_VERB),
    (modality.asked_to, {"bitten"}),
    (modality.asked_for, {"bitten"}),
    (modality.released, ANY_VERB),
    (needed_acts.needed_act, {"brauchen"}),
    (needed_acts.manners_spelled_out, ANY_VERB),
    (nominalised_acts.acts_spelled_out, ANY_VERB),
    (needed_acts.qualified_act, ANY_VERB),
    (nominalised_acts.limited, {"begrenzen", "beschränken"}),
    (nominalised_acts.consent, {"sein necessary"}),
    (responsibilities.incumbent, nominalised_acts.INCUMBENT),
    (responsibilities.incumbent_to, nominalised_acts.INCUMBENT),
    (responsibilities.responsible_office, {"sein", "liegen"}),
    (responsibilities.responsible, {"sein zuständig"}),
    (modality.possible_exception, {"sein möglich"}),
    (modality.judged_act, ANY_VERB),
    (verb_idioms.keeping_distance, {"halten", "einsehen"}),
    (modality.needed, {"sein necessary"}),
    (opening_hours_and_terms.validity_as_verb, {"sein gültig", "gelten"}),
    (opening_hours_and_terms.limited_to, {"befristen"}),
    (opening_hours_and_terms.free_entry, ANY_VERB),
    (cost_phrases.beside_another_fee, {"erheben", "zahlen", "erhalten", "berechnen", "verlangen"}),
    (cost_phrases.against_a_fee, {"ausstellen", "erteilen", "aushändigen", "ausgeben", "anfertigen"}),
    (cost_phrases.for_every, ANY_VERB),
    (cost_phrases.stated_amount, {"liegen", "belaufen"}),
    (cost_phrases.punished_with, {"ahnden", "bestrafen"}),
    (cost_phrases.not_payable, {"zahlen", "befreien"}),
    (free_of_charge.without_cost, ANY_VERB),
    (cost_phrases.levied_amount, {"erheben", "berechnen", "verlangen", "entstehen"}),
    (exemptions_and_permits.exceptions_from, ANY_VERB),
    (exemptions_and_permits.permit_in_adjective, ANY_VERB),
    (exemptions_and_permits.in_duty, ANY_VERB),
    (exemptions_and_permits.exempted, {"sein", "befreien", "ausnehmen"}),
    (exemptions_and_permits.needing_permit, {"bedürfen"}),
    (exemptions_and_permits.needing_form, {"bedürfen"}),
    (cost_phrases.not_exceeding, frozenset(cost_phrases.EXCEEDING)),
    (quantity_noun_paraphrases.bounded_noun, quantity_noun_paraphrases.STATING),
    (quantity_noun_paraphrases.number_of_participants, quantity_noun_paraphrases.COUNTING),
    (quantity_noun_paraphrases.measured_noun, {"betragen", "haben"}),
    (quantity_noun_paraphrases.age_of_all, {"betragen"}),
    (quantity_noun_paraphrases.valid_for, {"gelten"}),
    (cost_phrases.duration_as_verb, {"betragen"}),
    (act_paraphrases.performed_act, act_paraphrases.ACTING),
    (act_paraphrases.taking_place, act_paraphrases.ACTING),
    (nominalised_acts.light_verb, nominalised_acts.LIGHT | nominalised_acts.RAISED),
    (nominalised_acts.requiring, {"bedürfen", "brauchen"}),
    (exemptions_and_permits.thing_with_permit, {"brauchen"}),
    (exemptions_and_permits.permit_for, {"brauchen", "bedürfen"}),
    (nominalised_acts.presupposed, {"sein", "voraussetzen"}),
    (entitlements.claimed, {"bestehen", "haben"}),
    (validity_date_paraphrases.in_force, {"treten", "gelten"}),
    (validity_date_paraphrases.out_of_force, {"treten"}),
    (validity_date_paraphrases.no_longer, {"treten", "gelten"}),
    (validity_date_paraphrases.last_day, {"gelten"}),
    (act_paraphrases.granted, {"stattgeben"}),
    (person_paraphrases.handed_to, person_paraphrases.HANDED),
    (giving_and_receiving_paraphrases.done_for, ANY_VERB),
    (giving_and_receiving_paraphrases.given_to, ANY_VERB),
    (verb_idioms.sent, {"zusenden"}),
    (entitlements.belonging_right, {"zustehen"}),
    (entitlements.entitled, ANY_VERB),
    (entitlements.reflexive_act, ANY_VERB),
    (act_paraphrases.begun, {"beginnen"}),
    (act_paraphrases.ended, {"beenden"}),
    (act_paraphrases.enclosed, {"beifügen"}),
    (subordinate_clauses.only_if, ANY_VERB),
    (subordinate_clauses.only_in_order_to, ANY_VERB),
    (subordinate_clauses.said_of_oneself, subordinate_clauses.SAYING),
    (subordinate_clauses.told_before, ANY_VERB),
    (subordinate_clauses.not_before, ANY_VERB),
    (subordinate_clauses.not_as_long, ANY_VERB),
    (negation_rules.unless, ANY_VERB),
    (negation_rules.not_without, ANY_VERB),
    (negation_rules.not_outside, ANY_VERB),
    (subordinate_clauses.of_age, ANY_VERB),
    (opening_hours_and_terms.deadline, ANY_VERB),
    (period_and_deadline_paraphrases.at_end_of_period, period_and_deadline_paraphrases.ENDING),
    (period_and_deadline_paraphrases.early_enough, ANY_VERB),
    (period_and_deadline_paraphrases.counted_from, ANY_VERB),
    (period_and_deadline_paraphrases.so_long, ANY_VERB),
    (verb_idioms.put_there, {"stellen"}),
    (verb_idioms.time_for, {"haben"}),
    (verb_idioms.left_to_reader, {"bleiben"}),
    (verb_idioms.time_to, {"haben"}),
    (verb_idioms.way_between, ANY_VERB),
    (act_paraphrases.event_taking_place, {"sein"}),
    (cost_phrases.fee_levied, {"erheben", "zahlen", "entstehen"}),
    (cost_phrases.paid_by, {"zahlen"}),
    (cost_phrases.levied_is_owed, {"erheben"}),
    (verb_idioms.owing_fees, {"zahlen"}),
    (cost_phrases.amount, {"betragen", "kosten", "zahlen", "sein"}),
    (generic_subjects_and_negation.one_of_both, ANY_VERB),
    (cost_phrases.fee_of_period, {"amount"}),
    (verb_idioms.worked_out, {"berechnen"}),
    (verb_idioms.has_to_judge, ANY_VERB),
    (entitlements.entitled_to_apply, ANY_VERB),
    (generic_subjects_and_negation.opposite_adjective, ANY_VERB),
    (subordinate_clauses.attribute_clause, ANY_VERB),
    (subordinate_clauses.participle_clause, ANY_VERB),
    (subordinate_clauses.general_condition, ANY_VERB),
    (subordinate_clauses.wanting, ANY_VERB),
    (exemptions_and_permits.permit_to, {"brauchen", "bedürfen"}),
    (person_paraphrases.condition_of_having, ANY_VERB),
    (person_paraphrases.condition_of_being, ANY_VERB),
    (person_paraphrases.of_an_age, ANY_VERB),
    (free_of_charge.without_payment, {"zahlen"}),
)
"""In the order in which they are applied, each with all verbs whose clauses it can change.

First numbers, ages and periods, then what is denied and who is meant, then idioms, hours, modality, costs, permits and
acts, then conditions, and last what reads their finished forms. A clause that a rule gives another verb goes on with
the rules of that verb after this place: what reads a verb that only a rule makes stands after that rule, as
`cost_phrases.fee_of_period` does after `cost_phrases.amount`. Which pairs must keep their order, each with a sentence
that shows it, is listed beside the tests (order_of_rules.tsv); all others may change places.
"""


def rules_for(verb: str) -> tuple[tuple[int, ...], tuple[Rule, ...]]:
    """Returns the rules for a clause with this verb, after their places among all."""
    found = [(place, rule) for place, (rule, verbs) in enumerate(RULES) if not verbs or verb in verbs]
    return tuple(place for place, _ in found), tuple(rule for _, rule in found)


OF_ANY_VERB = rules_for("")
OF_VERB = {verb: rules_for(verb) for verb in frozenset().union(*(verbs for _, verbs in RULES))}
"""By verb the rules that concern a clause with it."""


def normalise_statement(statement: Statement) -> Statement:
    """The statement and all that hangs on it, by every rule in turn."""
    for dependent in statement.dependents:
        normalise_statement(dependent)
        if dependent.predicate.mood:
            # No rule takes "wer krank wäre" for "wer krank ist": none knows this relation.
            dependent.relation = f"{dependent.relation}+{dependent.predicate.mood}"
    statement.as_read = comparable_content(statement)
    read = statement.predicate
    done, verb = -1, None
    while verb != statement.predicate.verb:
        verb = statement.predicate.verb
        done = apply_rules_of_verb(verb, statement, done)
    statement.predicate = keep_time_and_mood(read, statement.predicate)
    return statement


def keep_time_and_mood(read: Predicate, made: Predicate) -> Predicate:
    """What was or would be so still was or would be so under the verb that a rule put in its place.

    A passive perfect may be a state of now: "ist befreit".
    """
    over = read.tense.startswith("past") or (read.tense == "perfect" and read.voice == "active")
    tense = read.tense if over and made.tense == "present" else made.tense
    mood = read.mood or made.mood
    return made if (tense, mood) == (made.tense, made.mood) else replace(made, tense=tense, mood=mood)


def apply_rules_of_verb(verb: str, statement: Statement, done: int) -> int:
    """By each rule after the place `done`, until one gives it another verb; the place of the last one."""
    places, rules = OF_VERB.get(verb, OF_ANY_VERB)
    first = bisect_right(places, done)
    applied = apply_and_record_rules(rules[first:], statement, until=lambda: statement.predicate.verb != verb)
    return places[first + applied - 1] if applied else done
