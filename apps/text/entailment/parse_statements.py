"""Parses a text into statements: clause by clause what is done, by which necessity, denied or not, by whom."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.drop_redundant_weekdays import drop_redundant_weekdays
from apps.text.entailment.both_languages.normalise_amount_bounds import normalise_bounds, normalise_ranges
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.remove_lead_ins import (
    FEWEST_CAPITALS,
    bracketed_abbreviations,
    drop_bracketed_abbreviations,
    drop_lead_ins,
    merge_lists_into_sentences,
    split_nicht_prefix,
    strip_greeting,
    strip_item_labels,
)
from apps.text.entailment.both_languages.replace_equivalents import replace_equivalents
from apps.text.entailment.both_languages.split_tokens_into_sentences import QUESTION, sentences_with_end_sign
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.english.correct_word_classes_in_context import correct_word_classes
from apps.text.entailment.english.fallback_to_word_order import split_at_semicolons
from apps.text.entailment.english.gerund_conditions import spell_out_gerund_conditions
from apps.text.entailment.english.parse_statements import parse_english_statements
from apps.text.entailment.english.pronoun_resolution import resolve_pronouns
from apps.text.entailment.english.relative_conditions import (
    move_only_to_condition,
    shorten_relative_clauses,
    spell_out_relative_conditions,
)
from apps.text.entailment.german.across_sentences.apply_lead_in_before_colon import (
    apply_lead_to_statement,
    is_narrowing_lead,
)
from apps.text.entailment.german.across_sentences.labelled_rows_as_sentences import state_labelled_rows
from apps.text.entailment.german.across_sentences.merge_with_previous_statement import merge_with_previous_statements
from apps.text.entailment.german.across_sentences.pronoun_resolution import move_names_to_main_clause
from apps.text.entailment.german.across_sentences.questions_as_conditions import join_questions_as_conditions
from apps.text.entailment.german.across_sentences.reported_clauses import subordinate_reported_clauses
from apps.text.entailment.german.across_sentences.split_lists_into_statements import (
    inherit_verbs,
    split_into_statements,
)
from apps.text.entailment.german.across_sentences.split_off_relative_clauses import split_off_relative_clauses
from apps.text.entailment.german.clauses.clause import Clause
from apps.text.entailment.german.clauses.merge_coordinated_phrases import merge_enumerations
from apps.text.entailment.german.clauses.parse_clause_parts import parse_clause_parts
from apps.text.entailment.german.clauses.parse_predicate import parse_predicate
from apps.text.entailment.german.clauses.participle_attributes_to_clauses import move_attributes_after_nouns
from apps.text.entailment.german.clauses.split_into_clauses import split_into_clauses
from apps.text.entailment.german.nominalisations.expand_shared_compounds import expand_shared_compounds
from apps.text.entailment.german.rules import normalise_statement
from apps.text.entailment.tokens.language_by_closed_words import language_by_closed_words
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.spelling_variants import expand_abbreviations
from apps.text.entailment.tokens.token import Token
from apps.text.entailment.tokens.tokenise import tokenise, visible_text

KEPT_TEXTS = 512
IN_BRACKETS = re.compile(r"\(([^()]*)\)")


@lru_cache(maxsize=KEPT_TEXTS)
def keyed_tokens(text: str) -> tuple[Token, ...]:
    """Tokens of a text with phrases of the same meaning under one key."""
    seen = strip_item_labels(strip_greeting(visible_text(text)))
    language = language_by_closed_words(seen)
    written = expand_abbreviations(seen, language)
    read = drop_redundant_weekdays(
        tokenise(written if language == "en" else expand_shared_compounds(written), language)
    )
    tokens = merge_lists_into_sentences(split_nicht_prefix(drop_bracketed_abbreviations(drop_lead_ins(read))))
    found = normalise_bounds(normalise_ranges(replace_equivalents(normalise_paired_conjunctions(tokens), language)))
    return tuple(spell_out_gerund_conditions(correct_word_classes(found)) if language == "en" else found)


def clause_words(text: str) -> list[Token]:
    """Words in the order in which clauses are read: German attributes with a participle stand after their noun."""
    return move_attributes_after_nouns(keyed_tokens(text))


def abbreviations_in_brackets(text: str) -> frozenset[str]:
    """Abbreviations in brackets that stand for the words before them; statements leave them out."""
    if "(" not in text or not any(map(may_be_abbreviation, IN_BRACKETS.findall(visible_text(text)))):
        return frozenset()
    return bracketed_abbreviations(tokenise(visible_text(text)))


def may_be_abbreviation(bracketed: str) -> bool:
    """Not "(1)" nor "(siehe dort)": most of what stands in brackets needs no reading to tell."""
    return sum(map(str.isupper, bracketed)) >= FEWEST_CAPITALS


@lru_cache(maxsize=KEPT_TEXTS)
def parse_statements(text: str) -> tuple[Statement, ...]:
    """All of a text, sentence by sentence; each main clause carries the clauses that hang on it."""
    found: list[Statement] = []
    if language_by_closed_words(visible_text(text)) == "en":
        ended = sentences_with_end_sign(keyed_tokens(text))
        english = [(part, sign) for sentence, sign in ended for part in split_at_semicolons([sentence])]
        stated_all = [
            (number, mark_as_question(one) if sign == QUESTION else one)
            for number, (sentence, sign) in enumerate(english)
            for one in parse_english_statements(
                spell_out_relative_conditions(shorten_relative_clauses(move_only_to_condition(sentence)))
            )
        ]
        numbered = [replace(s, sentence=n, follows=i > 0) for i, (n, s) in enumerate(stated_all)]
        return tuple(resolve_pronouns(numbered))
    for number, (sentence, sign) in enumerate(
        sentences_with_end_sign(join_questions_as_conditions(clause_words(text)))
    ):
        lead: Statement | None = None
        for clause in split_into_clauses(sentence):
            whole = build_statement(clause)
            if clause.is_led and lead is None and found:
                lead = found.pop() if is_narrowing_lead(found[-1]) else found[-1]
            if lead is not None:
                apply_lead_to_statement(whole, lead)
            if sign == QUESTION:
                whole = mark_as_question(whole)
            whole.label = cell_label(whole)
            if clause.elliptic and found:
                inherit_subject(whole, found[-1])
            for statement in split_into_statements(whole):
                statement.sentence, statement.follows = number, bool(found)
                found.append(statement)
    share_headings(found)
    inherit_verbs(found)
    mark_cells(found)
    state_labelled_rows(found)
    told = subordinate_reported_clauses(split_off_relative_clauses(found))
    return tuple(
        merge_with_previous_statements(
            [move_names_to_main_clause(normalise_statement(statement)) for statement in told]
        )
    )


def mark_as_question(statement: Statement) -> Statement:
    """What is asked is not said."""
    return replace(statement, predicate=replace(statement.predicate, mood="asked"))


def share_headings(found: Sequence[Statement]) -> None:
    """ "Beitrag: bis 25.000 Euro 60 Euro; bis 40.000 Euro 110 Euro": the second row is of the same heading."""
    for before, statement in pairwise(found):
        if before.sentence != statement.sentence or len(before.parts) < 3 or not statement.parts:
            continue
        rows = not (before.predicate.verb or statement.predicate.verb or statement.label) and bool(before.label)
        first = before.parts[1]
        if rows and first.mark == statement.parts[0].mark != "np" and not statement.parts[0].sign:
            statement.parts = [before.parts[0], *statement.parts]
            statement.label = before.label
            statement.licences.append("table: the heading is of each row")


def mark_cells(found: Sequence[Statement]) -> None:
    """Several lines "Leistung: …; Gebühr: …" are a table: all cells but the first of a line belong to it."""
    lines = Counter(label for label, _ in {(s.label, s.sentence) for s in found if s.label})
    for before, statement in pairwise(found):
        same_line = before.sentence == statement.sentence
        statement.cell = same_line and bool(before.label) and lines[statement.label] > 1


def cell_label(statement: Statement) -> tuple[str, ...]:
    """The words in front of the colon of a cell."""
    colon = next((i for i, p in enumerate(statement.parts) if p.sign == ":"), 0)
    return () if statement.predicate.verb or colon != 1 else statement.parts[0].words


OF_PAIRS = frozenset({"weder", "noch", "nicht", "sowohl", "als", "und", ","})
"""What the parts of a pair begin with."""


def normalise_paired_conjunctions(tokens: Sequence[Token]) -> list[Token]:
    """ "weder A noch B" as "nicht A und nicht B"; "nicht nur A, sondern auch B", "sowohl A als auch B" as "A und B"."""
    done: list[Token] = []
    opened = ""
    index = 0
    while index < len(tokens):
        if tokens[index].low not in OF_PAIRS:
            opened = "" if tokens[index].kind == "end" else opened
            done.append(tokens[index])
            index += 1
            continue
        lows = [t.low for t in tokens[index : index + 3]]
        if lows[:1] == ["weder"]:
            opened, index = "noch", index + 1
            done.append(Token("weder", "not", "neg"))
        elif opened == "noch" and lows[:1] == ["noch"]:
            index += 1  # Another one may follow: "weder A noch B noch C".
            done += [Token("und", "and", "conj"), Token("noch", "not", "neg")]
        elif lows[:2] == ["nicht", "nur"] and any(t.low == "sondern" for t in tokens[index:]):
            opened, index = "sondern", index + 2
        elif lows[:1] == ["sowohl"]:
            opened, index = "als", index + 1
        elif opened == "sondern" and lows[:3] == [",", "sondern", "auch"]:
            opened, index = "", index + 3
            done.append(Token("sondern auch", "and", "conj"))
        elif (opened == "als" and lows[:2] == ["als", "auch"]) or lows[:2] == ["und", "auch"]:
            opened, index = "", index + 2
            done.append(Token("und auch", "and", "conj"))
        else:
            done.append(tokens[index])
            index += 1
    return done


def inherit_subject(statement: Statement, before: Statement) -> None:
    """ "… und kostet 5 Euro": the subject of the clause before, with its attributes in front of the verb."""
    cases = [p.cases for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases]
    # "und teilt den Eltern die Höhe mit": with the verb in front the subject is the one before.
    own_subject = any(found == {NOMINATIVE} for found in cases) or (cases and statement.front)
    named = statement.predicate.voice == "passive" and bool(cases)  # "… abgebaut und Urlaub genommen werden"
    if own_subject or named or statement.predicate.imperative:
        return
    subject = next((i for i, p in enumerate(before.parts) if p.mark == "np" and NOMINATIVE in p.cases), None)
    if subject is None:
        return
    end = before.front if subject < before.front else subject + 1
    taken = before.parts[subject:end]
    statement.parts = [*taken, *statement.parts]
    statement.front += len(taken)


def normalise_year_part(part: Part) -> Part:
    """ "im Jahr 2022" as "2022"."""
    if part.mark == "in" and part.words[:1] == ("jahr",) and len(part.words) == len(("jahr", "2022")):
        return replace(part, mark="value", words=part.words[1:]) if part.has_value else part
    return part


def normalise_nominalised_infinitive(part: Part) -> Part:
    """ "das Grillen" is grillen, whatever noun its form may belong to."""
    if "of" in part.words[1:2]:
        return infinitive_of_nominalised_act(part)
    before, _, name = part.text.rpartition(" ")
    singular = before.lower() == "das" or (part.mark != "np" and before.endswith("m"))  # "nach gründlichem Duschen"
    infinitive = (
        singular and name.endswith(INFINITIVES) and name[:1].isupper() and name.isalpha() and "of" not in part.words
    )
    if infinitive and name.lower() != part.words[-1] and is_infinitive(name.lower()):
        return replace(part, words=(*part.words[:-1], name.lower()))
    return part


INFINITIVES = ("en", "ern", "eln")


def is_infinitive(word: str) -> bool:
    """ "fällen", "lagern": which is a form of other persons, too."""
    found = analyse_word(word)
    return found.tag.startswith("VV") and found.lemma == word


def infinitive_of_nominalised_act(part: Part) -> Part:
    """ "das Fällen von Bäumen" is fällen, no fall of trees."""
    written = part.text.split(" ")
    place = next((i for i, word in enumerate(written[:-1]) if word.lower() == "das"), None)
    name = written[place + 1] if place is not None else ""
    if not (name.endswith(INFINITIVES) and name[:1].isupper() and name.isalpha()) or name.lower() == part.words[0]:
        return part
    return replace(part, words=(name.lower(), *part.words[1:])) if is_infinitive(name.lower()) else part


def normalise_lone_article(text: str) -> str:
    """An article with no noun of its own, such as a relative pronoun, under the key of all its forms."""
    return "the" if text in {"der", "die", "das", "den", "dem", "des"} else text


def drop_contrast_words(tokens: Sequence[Token]) -> list[Token]:
    """Drops a "jedoch" within the clause, which sets it against the one before. "aber noch" stays: a step is open."""
    if any(t.key == "still" for t in tokens):
        return list(tokens)
    within = {i for i, (before, token) in enumerate(pairwise(tokens), 1) if token.key == "but" and before.text != ","}
    if tokens and tokens[0].key == "but" and any(t.kind in {"verb", "aux", "modal"} for t in tokens):
        within.add(0)  # "…, aber das gilt nicht für Gäste"
    return [token for i, token in enumerate(tokens) if i not in within]


def build_statement(clause: Clause) -> Statement:
    tokens = drop_contrast_words([t for t in clause.tokens if t.kind != "filler"])
    found, rest, front = parse_predicate(tokens)
    passive = bool(found and found.voice == "passive")
    placed = merge_enumerations(parse_clause_parts(rest, passive=passive, front=0 if clause.relation else front))
    scope: list[str] = []
    kept: list[Part] = []
    before = 0
    for place, part in placed:
        if not part.words and part.mark == "adj":
            scope += part.scope
            continue
        kept.append(
            normalise_nominalised_infinitive(normalise_year_part(part))
            if part.words
            else replace(part, words=(normalise_lone_article(part.text.lower()),))
        )
        before += place < front
    return Statement(
        found or Predicate(""), kept, clause.relation, clause.connector, clause.head, tuple(scope), before,
        dependents=[build_statement(dependent) for dependent in clause.dependents],
        text=" ".join(t.text for t in clause.tokens),
    )  # fmt: skip
