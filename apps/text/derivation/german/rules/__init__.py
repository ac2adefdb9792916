"""Rules that bring a clause to one form, each with the name it is licensed under. German.

A rule may only be here when both forms mean the same in an official text. It works on one clause of either side; the
comparison afterwards knows nothing of it.

May import from this app: derivation.both_languages, derivation.german.acts, derivation.german.clauses,
derivation.german.quantities, derivation.tokens, its root.
"""

from bisect import bisect_right
from collections.abc import Callable

from apps.text.derivation.both_languages import negation_rules
from apps.text.derivation.both_languages.note_silent_rules import apply_noted, said
from apps.text.derivation.both_languages.statement import Statement
from apps.text.derivation.german.acts import givers_and_receivers, named_acts
from apps.text.derivation.german.quantities import ages, periods_and_deadlines, shares_of_a_total, validity
from apps.text.derivation.german.rules import (
    act_paraphrases,
    cost_phrases,
    entitlements,
    exemptions_and_permits,
    free_of_charge,
    measures,
    modality,
    opening_hours_and_terms,
    person_paraphrases,
    subjects_and_negation,
    subordinate_clauses,
    verb_idioms,
)

Rule = Callable[[Statement], None]

RULES: tuple[Rule, ...] = (
    verb_idioms.caring_for,
    measures.measure_behind,
    measures.amount_of_money,
    measures.up_to,
    measures.lapse,
    measures.as_span,
    measures.day_after,
    ages.completed_year,
    ages.birthday,
    ages.years_old,
    ages.older_than,
    ages.of_number,
    shares_of_a_total.share_of,
    periods_and_deadlines.at_intervals,
    periods_and_deadlines.in_form,
    periods_and_deadlines.how_often,
    subjects_and_negation.generic_agent,
    subjects_and_negation.nobody,
    subjects_and_negation.always_apart,
    subjects_and_negation.never,
    modality.planned,
    subjects_and_negation.one_denied,
    subjects_and_negation.nowhere,
    negation_rules.denial_by_determiner,
    subjects_and_negation.denial_of_part,
    subjects_and_negation.neither,
    subjects_and_negation.reasons_in_front,
    subjects_and_negation.forbidding_order,
    subjects_and_negation.announced,
    subjects_and_negation.listed_behind,
    act_paraphrases.existence,
    subjects_and_negation.expletive,
    subjects_and_negation.correlate,
    person_paraphrases.owning,
    person_paraphrases.belonging,
    person_paraphrases.reader_as,
    person_paraphrases.holders,
    person_paraphrases.for_holders,
    verb_idioms.taking_time,
    verb_idioms.applying_for,
    verb_idioms.bound_phrase,
    measures.given_apart,
    verb_idioms.bearing_costs,
    verb_idioms.making_use,
    act_paraphrases.let_be_done,
    act_paraphrases.let_do,
    act_paraphrases.consisting_of,
    opening_hours_and_terms.for_a_time,
    act_paraphrases.applied_to,
    act_paraphrases.told_of,
    opening_hours_and_terms.for_a_purpose,
    opening_hours_and_terms.opening_hours,
    opening_hours_and_terms.opened,
    opening_hours_and_terms.coming,
    modality.state,
    opening_hours_and_terms.open_days,
    entitlements.chance_to,
    entitlements.reserved,
    act_paraphrases.present,
    act_paraphrases.available,
    modality.possibility,
    modality.permission,
    modality.asked_to,
    modality.released,
    named_acts.acts_spelled_out,
    named_acts.limited,
    named_acts.consent,
    modality.possible_exception,
    modality.judged_act,
    verb_idioms.keeping_distance,
    modality.needed,
    opening_hours_and_terms.valid,
    opening_hours_and_terms.limited_to,
    opening_hours_and_terms.free_entry,
    cost_phrases.beside,
    cost_phrases.against_a_fee,
    cost_phrases.for_every,
    cost_phrases.stated_amount,
    cost_phrases.not_payable,
    free_of_charge.without_cost,
    cost_phrases.levied_amount,
    exemptions_and_permits.in_duty,
    exemptions_and_permits.exempted,
    exemptions_and_permits.needing_permit,
    exemptions_and_permits.needing_form,
    cost_phrases.not_exceeding,
    cost_phrases.lasting,
    act_paraphrases.performed_act,
    act_paraphrases.taking_place,
    named_acts.light_verb,
    named_acts.requiring,
    exemptions_and_permits.permit_for,
    named_acts.presupposed,
    entitlements.claimed,
    validity.in_force,
    validity.out_of_force,
    validity.no_longer,
    validity.last_day,
    act_paraphrases.granted,
    givers_and_receivers.done_for,
    givers_and_receivers.given_to,
    entitlements.belonging_right,
    entitlements.entitled,
    entitlements.reflexive_act,
    act_paraphrases.begun,
    act_paraphrases.ended,
    act_paraphrases.enclosed,
    subordinate_clauses.only_if,
    subordinate_clauses.only_in_order_to,
    subordinate_clauses.wanting,
    subordinate_clauses.told_before,
    subordinate_clauses.not_before,
    subordinate_clauses.not_as_long,
    negation_rules.unless,
    negation_rules.not_without,
    negation_rules.not_outside,
    subordinate_clauses.of_age,
    opening_hours_and_terms.deadline,
    periods_and_deadlines.at_end_of_period,
    periods_and_deadlines.early_enough,
    periods_and_deadlines.counted_from,
    periods_and_deadlines.so_long,
    verb_idioms.put_there,
    verb_idioms.time_for,
    verb_idioms.left_to_reader,
    verb_idioms.time_to,
    verb_idioms.route,
    act_paraphrases.held,
    cost_phrases.levied,
    cost_phrases.paid_by,
    verb_idioms.owing_fees,
    cost_phrases.amount,
    subjects_and_negation.one_of_both,
    cost_phrases.fee_of_period,
    verb_idioms.worked_out,
    verb_idioms.has_to_judge,
    entitlements.entitled_to_apply,
    subjects_and_negation.opposite_adjective,
    subordinate_clauses.attribute_clause,
    subordinate_clauses.participle_clause,
    subordinate_clauses.general_condition,
    person_paraphrases.having,
    person_paraphrases.being,
    person_paraphrases.of_an_age,
    free_of_charge.without_payment,
)


OF_VERBS: dict[Rule, frozenset[str]] = {
    act_paraphrases.existence: act_paraphrases.EXISTING,
    act_paraphrases.applied_to: frozenset({"anwenden"}),
    act_paraphrases.told_of: frozenset({"unterrichten"}),
    act_paraphrases.granted: frozenset({"stattgeben"}),
    act_paraphrases.performed_act: act_paraphrases.ACTING,
    act_paraphrases.taking_place: act_paraphrases.ACTING,
    act_paraphrases.begun: frozenset({"beginnen"}),
    act_paraphrases.ended: frozenset({"beenden"}),
    act_paraphrases.enclosed: frozenset({"beifügen"}),
    validity.in_force: frozenset({"treten", "gelten"}),
    validity.out_of_force: frozenset({"treten"}),
    validity.no_longer: frozenset({"treten", "gelten"}),
    validity.last_day: frozenset({"gelten"}),
    act_paraphrases.held: frozenset({"sein"}),
    act_paraphrases.consisting_of: frozenset({"bestehen", "angehören"}),
    measures.given_apart: measures.RECEIVING,
    cost_phrases.against_a_fee: frozenset({"ausstellen", "erteilen", "aushändigen", "ausgeben", "anfertigen"}),
    cost_phrases.beside: frozenset({"erheben", "zahlen", "erhalten", "berechnen", "verlangen"}),
    cost_phrases.amount: frozenset({"betragen", "kosten", "zahlen", "sein"}),
    cost_phrases.levied: frozenset({"erheben", "zahlen"}),
    cost_phrases.levied_amount: frozenset({"erheben", "berechnen", "verlangen", "entstehen"}),
    cost_phrases.paid_by: frozenset({"zahlen"}),
    cost_phrases.stated_amount: frozenset({"liegen", "belaufen"}),
    cost_phrases.lasting: frozenset({"betragen"}),
    cost_phrases.fee_of_period: frozenset({"amount"}),
    cost_phrases.not_exceeding: frozenset(cost_phrases.EXCEEDING),
    cost_phrases.not_payable: frozenset({"zahlen", "befreien"}),
    exemptions_and_permits.needing_permit: frozenset({"bedürfen"}),
    exemptions_and_permits.needing_form: frozenset({"bedürfen"}),
    exemptions_and_permits.permit_for: frozenset({"brauchen", "bedürfen"}),
    exemptions_and_permits.exempted: frozenset({"sein", "befreien", "ausnehmen"}),
    modality.asked_to: frozenset({"bitten"}),
    modality.possible_exception: frozenset({"sein möglich"}),
    modality.planned: modality.PLANNING,
    modality.needed: frozenset({"sein necessary"}),
    named_acts.limited: frozenset({"begrenzen", "beschränken"}),
    named_acts.consent: frozenset({"sein necessary"}),
    named_acts.requiring: frozenset({"bedürfen", "brauchen"}),
    named_acts.light_verb: named_acts.LIGHT | named_acts.RAISED,
    named_acts.presupposed: frozenset({"sein", "voraussetzen"}),
    entitlements.claimed: frozenset({"bestehen", "haben"}),
    entitlements.belonging_right: frozenset({"zustehen"}),
    entitlements.reserved: frozenset({"vorbehalten"}),
    entitlements.chance_to: frozenset({"bestehen", "haben"}),
    free_of_charge.without_payment: frozenset({"zahlen"}),
    opening_hours_and_terms.coming: frozenset({"kommen"}),
    opening_hours_and_terms.opening_hours: frozenset({"sein"}),
    opening_hours_and_terms.open_days: opening_hours_and_terms.STATING_HOURS,
    opening_hours_and_terms.valid: frozenset({"sein gültig", "gelten"}),
    opening_hours_and_terms.limited_to: frozenset({"befristen"}),
    opening_hours_and_terms.for_a_time: opening_hours_and_terms.LASTING,
    verb_idioms.applying_for: frozenset({"stellen", "abgeben"}),
    verb_idioms.bearing_costs: frozenset({"tragen", "übernehmen", "zahlen"}),
    verb_idioms.keeping_distance: frozenset({"halten", "einsehen"}),
    verb_idioms.making_use: frozenset({"bedienen"}),
    verb_idioms.owing_fees: frozenset({"zahlen"}),
    verb_idioms.taking_time: frozenset({"nehmen"}),
    verb_idioms.worked_out: frozenset({"berechnen"}),
    verb_idioms.caring_for: frozenset({"sorgen"}),
    verb_idioms.put_there: frozenset({"stellen"}),
    verb_idioms.left_to_reader: frozenset({"bleiben"}),
    verb_idioms.time_to: frozenset({"haben"}),
    verb_idioms.time_for: frozenset({"haben"}),
    periods_and_deadlines.at_end_of_period: periods_and_deadlines.ENDING,
    person_paraphrases.owning: frozenset({"besitzen"}),
    person_paraphrases.belonging: frozenset({"sein", "bleiben"}),
}
"""Rules that concern nothing but clauses with one of these verbs: not asked about any other."""


def with_places(wanted: Callable[[Rule], bool]) -> tuple[tuple[int, ...], tuple[Rule, ...]]:
    """The wanted rules behind their places among all."""
    found = [(place, rule) for place, rule in enumerate(RULES) if wanted(rule)]
    return tuple(place for place, _ in found), tuple(rule for _, rule in found)


OF_ANY_VERB = with_places(lambda rule: rule not in OF_VERBS)
OF_VERB = {
    verb: with_places(lambda rule, verb=verb: verb in OF_VERBS.get(rule, {verb}))  # type: ignore[misc]
    for verb in frozenset().union(*OF_VERBS.values())
}
"""By verb the rules that concern a clause with it."""


def normalised(statement: Statement) -> Statement:
    """The statement and all that hangs on it, by every rule in turn."""
    for dependent in statement.dependents:
        normalised(dependent)
    statement.as_read = said(statement)
    done, verb = -1, None
    while verb != statement.predicate.verb:
        verb = statement.predicate.verb
        done = by_rules_of(verb, statement, done)
    return statement


def by_rules_of(verb: str, statement: Statement, done: int) -> int:
    """By each rule behind the place `done`, until one gives it another verb; the place of the last one."""
    places, rules = OF_VERB.get(verb, OF_ANY_VERB)
    first = bisect_right(places, done)
    applied = apply_noted(rules[first:], statement, until=lambda: statement.predicate.verb != verb)
    return places[first + applied - 1] if applied else done
