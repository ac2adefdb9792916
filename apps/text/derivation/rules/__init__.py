"""Rules that bring a clause to one form, each with the name it is licensed under. German.

A rule may only be here when both forms mean the same in an official text. It works on one clause of either side; the
comparison afterwards knows nothing of it.

May import from this app: derivation, derivation.acts, derivation.persons, derivation.quantities,
derivation.reading, derivation.tokens, its root.
"""

from collections.abc import Callable

from apps.text.derivation.acts import named_acts
from apps.text.derivation.persons import classes_of_persons
from apps.text.derivation.quantities import ages, shares, spans
from apps.text.derivation.rules import (
    act_paraphrases,
    attached_clauses,
    cost_phrases,
    entitlements,
    exemptions_and_permits,
    free_of_charge,
    measures,
    modality,
    places_and_times,
    subjects,
    verb_idioms,
)
from apps.text.derivation.statement import Statement

RULES: tuple[Callable[[Statement], None], ...] = (
    measures.measure_behind,
    measures.lapse,
    measures.as_span,
    measures.day_after,
    ages.completed_year,
    shares.share_of,
    spans.how_often,
    subjects.generic_agent,
    subjects.nobody,
    subjects.always_apart,
    subjects.one_denied,
    subjects.nowhere,
    subjects.denial_by_determiner,
    subjects.denial_of_part,
    subjects.reasons_in_front,
    subjects.forbidding_order,
    subjects.announced,
    subjects.listed_behind,
    act_paraphrases.existence,
    subjects.expletive,
    subjects.correlate,
    classes_of_persons.owning,
    classes_of_persons.belonging,
    classes_of_persons.reader_as,
    classes_of_persons.holders,
    verb_idioms.bound_phrase,
    measures.given_apart,
    verb_idioms.bearing_costs,
    act_paraphrases.let_be_done,
    act_paraphrases.let_do,
    act_paraphrases.consisting_of,
    places_and_times.for_a_time,
    act_paraphrases.applied_to,
    act_paraphrases.told_of,
    places_and_times.opening_hours,
    places_and_times.opened,
    modality.state,
    places_and_times.open_days,
    entitlements.chance_to,
    act_paraphrases.present,
    act_paraphrases.available,
    modality.possibility,
    modality.permission,
    modality.asked_to,
    modality.released,
    named_acts.acts_spelled_out,
    named_acts.consent,
    modality.judged_act,
    modality.needed,
    places_and_times.valid,
    places_and_times.limited_to,
    places_and_times.free_entry,
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
    named_acts.light_verb,
    named_acts.requiring,
    named_acts.presupposed,
    entitlements.claimed,
    act_paraphrases.in_force,
    act_paraphrases.granted,
    act_paraphrases.given_to,
    entitlements.entitled,
    entitlements.reflexive_act,
    act_paraphrases.begun,
    act_paraphrases.enclosed,
    attached_clauses.only_if,
    attached_clauses.told_before,
    attached_clauses.not_before,
    attached_clauses.not_as_long,
    attached_clauses.unless,
    attached_clauses.not_without,
    attached_clauses.of_age,
    places_and_times.deadline,
    spans.early_enough,
    spans.counted_from,
    spans.so_long,
    verb_idioms.put_there,
    verb_idioms.time_for,
    verb_idioms.route,
    act_paraphrases.held,
    cost_phrases.levied,
    cost_phrases.paid_by,
    cost_phrases.amount,
    subjects.one_of_both,
    cost_phrases.fee_of_period,
    verb_idioms.has_to_judge,
    entitlements.entitled_to_apply,
    attached_clauses.attribute_clause,
    attached_clauses.participle_clause,
    attached_clauses.general_condition,
    classes_of_persons.having,
    classes_of_persons.being,
    free_of_charge.without_payment,
)


def normalised(statement: Statement) -> Statement:
    """The statement and all that hangs on it, by every rule in turn."""
    for dependent in statement.dependents:
        normalised(dependent)
    for rule in RULES:
        rule(statement)
    return statement
