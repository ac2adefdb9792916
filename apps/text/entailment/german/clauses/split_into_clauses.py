"""Splits a German sentence into clauses: main clauses, and what depends on them and how."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.german.clauses.clause import Clause
from apps.text.entailment.german.clauses.finite_verbs import (
    VERB_KINDS,
    contains_finite_verb,
    ends_with_finite_verb,
    has_helping_verb,
    has_verb,
    is_complete_clause,
    is_finite,
    is_surely_finite,
    move_verb_to_end,
    starts_with_finite_verb,
)
from apps.text.entailment.german.clauses.segment_sentence_at_commas import (
    IN_FRONT,
    OF_NOUN,
    is_relative_clause_at,
    segment_at_commas,
    split_joined_conditions,
)
from apps.text.entailment.german.clauses.split_coordinated_clauses import split_coordinated_clauses
from apps.text.entailment.german.clauses.verb_chain import join_zu_infinitives
from apps.text.entailment.tokens.token import EMPTY_TOKEN, Token


def split_into_clauses(sentence: Sequence[Token]) -> list[Clause]:
    """Main clauses in order, each with its dependents."""
    mains: list[Clause] = []
    waiting: list[Clause] = []
    pieces = segment_at_commas(sentence)
    after_colon: int | None = None
    for index, (sign, piece) in enumerate(pieces):
        if after_colon is None and sign == ":" and mains and has_verb(piece) and is_complete_clause(mains[-1].tokens):
            after_colon = len(mains)
        if piece[0].low in {"so", "dann"} and len(piece) > 1 and waiting and is_finite(piece[1]):
            piece = piece[1:]  # "Wird er abgelehnt, so ist …"
        if piece[0].low == "denn" and len(piece) > 1 and has_verb(piece):
            mains.append(Clause(piece[1:], connector="because"))
            continue
        relation, rest = relation_and_rest(sign, piece, pieces, index, mains)
        if relation == "to" and mains and lacks_infinitive(mains[-1].tokens):
            mains[-1].tokens += [Token(",", ",", "punct"), *piece]
        elif relation:
            owner = mains[-1].dependents if mains and sign not in {";", ":"} else waiting
            owner += dependent_clauses(relation, rest, [before for _, before in pieces[:index]])
        else:
            add_main_clause(mains, waiting, sign, piece)
    add_waiting_dependents(mains, waiting)
    for main in mains[after_colon:] if after_colon is not None else ():
        main.is_led = True
    return [part for main in mains for part in split_coordinated_clauses(main)]


def relation_and_rest(
    sign: str, piece: list[Token], pieces: Sequence[tuple[str, list[Token]]], index: int, mains: Sequence[Clause]
) -> tuple[str, list[Token]]:
    """What hangs the piece on another clause, empty for a main clause, and the piece without the word that says so."""
    relation, rest = subordinate_relation(piece, main_piece_after(pieces, index), first=not index)
    if relation == "relative" and mains and awaits_infinitive(mains[-1].tokens) and piece[-1].form == "INF":
        interrupts = ends_with_passive(piece) and any(later[-1].form == "INF" for _, later in pieces[index + 1 :])
        relation = relation if interrupts else ""
    if relation == "relative" and sign == ";":
        relation, rest = "", piece  # "…; die Frist beginnt, sobald …"
    if not relation and mains and is_one_more_infinitive(mains[-1], piece):
        relation = "to"
    return relation, rest


def dependent_clauses(relation: str, rest: list[Token], before: Sequence[list[Token]]) -> list[Clause]:
    """One clause that hangs on another, or two for two conditions. `before`: the pieces in front of it."""
    head = head_of_relative(rest, before) if relation == "relative" else ""
    return [
        Clause(read_article_as_pronoun(half) if head else half, relation, head=head)
        for half in split_joined_conditions(rest, relation)
    ]


def add_waiting_dependents(mains: list[Clause], waiting: list[Clause]) -> None:
    """Dependents for which no main clause came."""
    if len(waiting) == 1 and waiting[0].relation == "that" and not mains:
        # "…, dass X": what announced it said nothing of its own.
        mains.append(replace(waiting[0], relation=""))
    elif waiting:
        mains.append(Clause([], dependents=waiting))


def main_piece_after(pieces: Sequence[tuple[str, list[Token]]], index: int) -> list[Token]:
    """The piece after a condition with its verb in front, past a relative clause: "Gibt es Kinder, die …, so …"."""
    rest = [piece for _, piece in pieces[index + 1 :]]
    place = 1 if len(rest) > 1 and is_relative_clause_at(rest[0], 0) else 0
    return rest[place] if rest else []


def lacks_infinitive(tokens: Sequence[Token]) -> bool:
    """ "ist unverzüglich, …" goes on with "zu räumen"."""
    verbs = [t for t in tokens if t.kind in VERB_KINDS]
    if any(t.key in CHANCES for t in tokens[-1:]):
        return False
    judged = any(t.kind == "adj" and following.kind != "noun" for t, following in pairwise([*tokens[-2:], EMPTY_TOKEN]))
    return len(verbs) == 1 and verbs[0].key in {"sein", "haben"} and not judged


def ends_with_passive(piece: Sequence[Token]) -> bool:
    """ "die dort geführt werden": its last verb is the finite one, where the sentence has an infinitive yet to come."""
    return len(piece) > len(("die", "werden")) and piece[-1].low == "werden" and piece[-2].form == "PP"


def is_one_more_infinitive(main: Clause, piece: Sequence[Token]) -> bool:
    """ "Es ist untersagt, zu rauchen, zu essen": another infinitive after one that hangs on the clause."""
    return len(piece) == 1 and piece[0].form == "IZU" and [c.relation for c in main.dependents[-1:]] == ["to"]


CHANCES = frozenset({"möglichkeit", "recht", "pflicht", "gelegenheit", "befugnis"})
"""Nouns that an infinitive belongs to."""


def awaits_infinitive(tokens: Sequence[Token]) -> bool:
    """ "Sie müssen den Antrag, die Vollmacht und den Nachweis vorlegen": the list goes on up to the verb."""
    verbs = [t for t in tokens if t.kind in VERB_KINDS]
    return len(verbs) == 1 and verbs[0].kind == "modal" and verbs[0].form.startswith(("FIN", "INF"))


def subordinate_relation(piece: list[Token], following: list[Token], *, first: bool = False) -> tuple[str, list[Token]]:
    """Relation and tokens without the word that opens it; ("", piece) for a main clause or a part of one."""
    start = 0
    while start < len(piece) and piece[start].kind in IN_FRONT | {"conj"}:
        start += 1
    if start == len(piece):
        return "", piece
    opening = piece[start]
    before = piece[:start]
    named = not ends_with_finite_verb(piece) or (
        piece[-1].form == "PP" and not any(t.kind in {"noun", "pron"} for t in piece)
    )
    named = named or (first and bool(following) and not starts_with_finite_verb(following))  # "Als Kind gilt, wer …"
    as_somebody = opening.low == "als" and named and piece[start + 1 : start + 2] != []  # "gilt …, als bekannt gegeben"
    if opening.kind == "sub" and has_verb(piece) and not as_somebody:
        only = "only_" if any(t.key in {"only", "not_before"} for t in before) else ""
        others = [t for t in before if t.key not in {"only", "not_before"} and t.kind != "conj"]
        return only + opening.key, others + piece[start + 1 :]
    if (
        opening.key in {"during", "since", "until"}
        and opening.kind == "prep"
        and ends_with_finite_verb(piece)
        and is_surely_finite(piece[-1])
    ):
        return {"during": "while"}.get(opening.key, opening.key), before + piece[start + 1 :]
    if not first and is_relative_clause_at(piece, start):
        return "relative", simplify_relative_pronoun(piece, start)
    if (
        opening.low in {"sollte", "sollten"}
        and following
        and starts_with_finite_verb(following)
        and has_verb(piece[start + 1 :])
    ):
        return "if", [*before, *piece[start + 1 :]]
    if is_finite(opening) and opening.form != "IZU" and following and starts_with_finite_verb(following):
        return "if", [*before, *move_verb_to_end(piece[start + 1 :], opening)]
    if first and is_only_verb(piece, start) and following and starts_with_finite_verb(following):
        return "if", [*before, *move_verb_to_end(piece[start + 1 :], opening)]
    if piece[0].low in {"um", "ohne", "anstatt"} and any(t.form == "IZU" for t in join_zu_infinitives(piece)):
        return {"um": "in_order_to", "ohne": "without", "anstatt": "instead"}[piece[0].low], piece[1:]
    if len(piece) > 1 and join_zu_infinitives(piece)[-1].form == "IZU" and not any(is_finite(t) for t in piece):
        return "to", piece
    return "", piece


def is_only_verb(piece: Sequence[Token], start: int) -> bool:
    """ "Bewohnt er das Haus nicht, …": what may be another form of the verb is finite where no other verb stands."""
    opening = piece[start]
    verbs = [t for t in piece if t.kind in VERB_KINDS]
    return opening.kind == "verb" and opening.low.endswith("t") and len(verbs) == 1 and len(piece) > start + 1


def simplify_relative_pronoun(piece: list[Token], start: int) -> list[Token]:
    """ "Gebäude, welche …" as "Gebäude, die …"; "welche Gebühr" asks which."""
    place = start + (piece[start].kind == "prep")
    plain = PLAIN_RELATIVES.get(piece[place].low)
    if plain is None or (place + 1 < len(piece) and piece[place + 1].kind in {"noun", "adj"}):
        return piece
    return [*piece[:place], Token(plain, "the", "pron"), *piece[place + 1 :]]


PLAIN_RELATIVES = {"welcher": "der", "welche": "die", "welches": "das", "welchen": "den", "welchem": "dem"}


def read_article_as_pronoun(piece: list[Token]) -> list[Token]:
    """ "die Sozialhilfe beziehen": in front of a relative clause "die" is a pronoun, no article."""
    if piece[0].kind == "det" and piece[0].low in {"der", "die", "das", "den", "dem"}:
        return [replace(piece[0], kind="pron"), *piece[1:]]
    return piece


def head_of_relative(piece: Sequence[Token], before: Sequence[Sequence[Token]]) -> str:
    """The last noun of the nearest piece before it that has one."""
    if piece[0].text == "was":
        return "gegenstand"
    named = next((t.form.removeprefix(OF_NOUN) for t in piece[:2] if t.form.startswith(OF_NOUN)), "")
    if named:
        return named
    nouns = [token.key for other in before for token in other if token.kind == "noun"]
    return nouns[-1] if nouns else ""


def add_main_clause(mains: list[Clause], waiting: list[Clause], sign: str, piece: list[Token]) -> None:
    """To the main clause that is open, or as one of its own when both have a verb."""
    opened = mains[-1] if mains else None
    if opened is not None and sign in {",", "-"} and is_denying_piece(piece) and is_complete_clause(opened.tokens):
        mains.append(Clause(list(piece), elliptic=False))
        return
    closed = opened is not None and is_complete_clause(opened.tokens)
    if (
        opened is None
        or sign == ";"
        or (closed and contains_finite_verb(piece, closed=not has_helping_verb(opened.tokens)))
    ):
        mains.append(Clause(list(piece), dependents=list(waiting)))
        waiting.clear()
    elif opened is not None:
        opened.tokens += [Token(sign if sign == ":" else ",", ",", "punct"), *piece]


def is_denying_piece(piece: Sequence[Token]) -> bool:
    """ "…, nicht jedoch rückwirkend": what is denied after a whole clause; not "nicht nur …, sondern"."""
    rest = [t for t in piece[1:] if t.key != "but"]
    denies = piece[0].key == "not" and bool(rest) and rest[0].key not in {"only", "not"}
    return denies and not has_verb(piece) and not any(t.key in {"but_rather", "and", "or"} for t in piece)
