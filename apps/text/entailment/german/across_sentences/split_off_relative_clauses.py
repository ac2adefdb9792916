"""Splits off relative clauses that only add to their noun, as sentences: "… ein Entgelt, das …". German."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import WHICH, Statement

INDEFINITE = frozenset({"ein", "eine", "einen"})


def split_off_relative_clauses(statements: Sequence[Statement]) -> list[Statement]:
    """Each relative clause after an indefinite object as the next sentence; a claim of one needs the other, too."""
    done: list[Statement] = []
    for statement in statements:
        clause = next((d for d in statement.dependents if d.relation == "relative"), None)
        head = find_relative_head(statement, clause) if clause is not None else None
        if clause is None or head is None:
            done.append(statement)
            continue
        rest = [d for d in statement.dependents if d is not clause]
        named = replace(
            clause.parts[0], words=head.words, text=f"{clause.parts[0].text} {head.text.split(' ', 1)[-1]}", turned=True
        )
        joint = "" if head.mark == "out" else WHICH
        named = replace(named, words=head.words[1:] if head.mark == "out" else head.words)
        more = replace(clause, relation="", head="", connector=joint, parts=[named, *clause.parts[1:]])
        more.sentence, more.follows, more.front = statement.sentence, True, 1
        done += [replace(statement, dependents=rest), more]
    return done


def find_relative_head(statement: Statement, clause: Statement) -> Part | None:
    """Its noun when that is the last phrase, stands after the verb with "ein", and nothing is asked or denied."""
    found = statement.predicate
    if found.modality or found.imperative or statement.scope or len(statement.dependents) > 1 or clause.dependents:
        return None
    if not statement.parts or not clause.parts or clause.parts[0].words != ("the",) or clause.parts[0].mark != "np":
        return None
    last = statement.parts[-1]
    after_verb = len(statement.parts) > statement.front and last.mark == "np" and not last.scope
    whole = found.verb == "bestehen" and last.mark == "out" and last.words[0].startswith("number:")
    if whole and not last.scope and last.words[-1:] == (clause.head,) and len(statement.parts) > statement.front:
        return last  # "besteht aus 32 Mitgliedern, die …": all of them
    indefinite = last.text.split(" ")[0].lower() in INDEFINITE
    return last if after_verb and indefinite and last.words[-1:] == (clause.head,) else None
