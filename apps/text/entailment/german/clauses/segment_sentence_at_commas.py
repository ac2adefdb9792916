"""Cuts a German sentence into pieces of one clause each: at commas outside lists; relative clauses moved out."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.german.clauses.finite_verbs import (
    VERB_KINDS,
    ends_with_finite_verb,
    has_verb,
    is_finite,
    is_followed_by_you,
    is_surely_finite,
    starts_with_finite_verb,
)
from apps.text.entailment.german.clauses.verb_chain import join_zu_infinitives
from apps.text.entailment.tokens.morphology import analyse_word, verb_of_participle
from apps.text.entailment.tokens.token import Token

BREAKS = frozenset({",", ";", ":", "(", ")"})
RELATIVES = frozenset(["der", "die", "das", "den", "dem", "deren", "dessen", "denen", "was", "wer", "wo"])
WHICH = frozenset({"welche", "welcher", "welches", "welchem", "welchen"})
IN_FRONT = frozenset({"focus", "filler", "neg"})
COMMA = Token(",", ",", "punct")
AND = Token("und", "and", "conj")
OF_NOUN = "of "
"""Form of a relative pronoun whose noun is no longer the last one before it; the key of the noun follows."""
FREE = {"was": ("Was", "gegenstand", "was"), "wer": ("Person", "person", "die")}


def segment_at_commas(sentence: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """What stands between commas and their like, each with the sign before it and all that belongs to its clause."""
    whole = move_relative_clauses_out(
        merge_continued_clauses(restore_verb_in_front(split_at_breaks(join_zu_infinitives(sentence))))
    )
    return move_relative_clauses_out(merge_further_conditions(spell_out_free_relative(whole)))


def split_joined_conditions(piece: list[Token], relation: str) -> list[list[Token]]:
    """ "wenn Sie dort wohnen und das Haus nutzen": two conditions of one subject; a single one for anything else."""
    if relation not in {"if", "relative", "only_if"}:
        return [piece]
    for place in range(2, len(piece) - 1):
        first, second = piece[:place], piece[place + 1 :]
        joined = piece[place].kind == "conj" and piece[place].key == "and" and not opens_new_clause(second)
        shared = piece[0].kind == "pron" or (piece[0].kind == "det" and relation == "relative")
        if (
            joined
            and shared
            and is_surely_finite(first[-1])
            and ends_with_finite_verb(first)
            and ends_with_finite_verb([piece[0], *second])
        ):
            return [first, [piece[0], *second]]
    return [piece]


def opens_new_clause(piece: Sequence[Token]) -> bool:
    """ "und die dort wohnen"; not "und den Haushalt führen"."""
    article = piece[0].kind == "det" and len(piece) > 1 and piece[1].kind in {"noun", "adj"}
    return opens_clause(piece[0]) and not article


def split_at_breaks(sentence: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """Between commas and their like, each with the sign before it."""
    found: list[tuple[str, list[Token]]] = [("", [])]
    for token in sentence:
        if token.text in BREAKS or token.kind == "dash":
            found.append((token.text if token.kind != "dash" else "-", []))
        else:
            found[-1][1].append(token)
    pieces = [(sign, restore_verb_at_end(piece)) for sign, piece in found if piece]
    return add_comma_after_condition(pieces)


def add_comma_after_condition(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Erfolgt die Aufnahme ab dem 15. wird die Hälfte berechnet": its comma forgotten before the second verb."""
    if not pieces or not opens_with_verb(pieces[0][1]):
        return pieces
    (sign, first), *rest = pieces
    # A later piece that opens with its verb is the main clause: what helps in this one is of the condition.
    if rest and starts_with_finite_verb(rest[0][1]):
        return pieces
    for place in range(len(("Erfolgt", "die", "Aufnahme")), len(first) - 1):
        token, before = first[place], first[place - 1]
        helps = token.kind in {"aux", "modal"} and token.low in SINGULAR and token.form.startswith("FIN")
        if helps and before.kind in {"noun", "value", "verb", "adj"} and not opens_new_clause(first[place - 1 :]):
            return [(sign, first[:place]), (",", first[place:]), *rest]
    return pieces


SINGULAR = frozenset({"wird", "ist", "sind", "kann", "darf", "muss", "muß", "soll", "hat", "gilt"})
"""Helping verbs by whose form they are finite; "werden" and "können" may be infinitives."""


def opens_with_verb(piece: Sequence[Token]) -> bool:
    """Not "Wird der Antrag …": what a helping verb in front helps may stand before another one."""
    return (
        piece[0].kind == "verb" and is_finite(piece[0]) and piece[0].form != "IZU" and not is_followed_by_you(piece, 0)
    )


def restore_verb_in_front(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Fallen die Voraussetzungen weg, muss …": what looks like a noun is the verb of a condition with no other."""
    if len(pieces) < len(("condition", "main")) or pieces[1][0] != ",":
        return pieces
    first, following = pieces[0][1], pieces[1][1]
    noun = first[0].kind == "noun" and len(first) > 1 and first[1].kind in {"det", "quant", "pron", "noun"}
    if not noun or has_verb(first) or not first[0].low.endswith("en") or not starts_with_finite_verb(following):
        return pieces
    if not analyse_word(first[0].low).tag.startswith("VV"):
        return pieces
    verb = replace(first[0], key=analyse_word(first[0].low).lemma, kind="verb", form="FIN")
    return [(pieces[0][0], [verb, *first[1:]]), *pieces[1:]]


def restore_verb_at_end(piece: list[Token]) -> list[Token]:
    """ "wenn die Zahlung sich verspätet": what may be an adjective is the verb of a clause that has no other."""
    last = piece[-1]
    opening = next((token for token in piece if token.kind not in IN_FRONT), piece[0])
    if opening.kind != "sub" or has_verb(piece) or last.kind != "adj" or not (verb := verb_of_participle(last.low)):
        return piece
    stem = verb.removesuffix("n").removesuffix("e")
    if last.low not in {f"{stem}t", f"{stem}et"}:
        return piece
    return [*piece[:-1], replace(last, key=verb, kind="verb", form="FIN")]


def merge_continued_clauses(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """A clause that goes on after a comma: "die mehr als 10, aber weniger als 50 Beschäftigte haben"."""
    done: list[tuple[str, list[Token]]] = []
    for sign, piece in merge_lists(pieces):
        open_clause = bool(done) and not has_verb(done[-1][1]) and opens_clause(done[-1][1][0]) and len(done) > 1
        if (done and len(done[-1][1]) == 1 and done[-1][1][0].kind == "sub") or (
            open_clause and piece[0].kind == "conj" and ends_with_finite_verb(piece)
        ):
            done[-1] = (done[-1][0], [*done[-1][1], *piece])
        elif done and sign == "," and lists_exceptions(done[-1][1], piece):
            done[-1] = (done[-1][0], [*done[-1][1], COMMA, *piece])
        else:
            done.append((sign, piece))
    return done


def merge_further_conditions(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "wenn Sie hier wohnen, einen Ausweis haben und nicht arbeiten": all that the condition asks is one piece."""
    done: list[tuple[str, list[Token]]] = []
    for sign, piece in pieces:
        if sign == "," and done and is_whole_condition(*done[-1]) and asks_further(piece, done[:-1]):
            joint = [] if piece[0].kind == "conj" else [AND]
            done[-1] = (done[-1][0], [*done[-1][1], *joint, *piece])
        else:
            done.append((sign, piece))
    return done


def is_whole_condition(sign: str, piece: Sequence[Token]) -> bool:
    """Behind a comma "die Lebensmittel verkaufen" is one; at the beginning "Die Erlaubnis gilt" is a main clause."""
    opens = opens_new_clause(piece) or (sign == "," and opens_clause(piece[0])) or piece[0].low in WHICH
    return opens and len(piece) > 1 and piece[-1].kind in VERB_KINDS


def asks_further(piece: Sequence[Token], before: Sequence[tuple[str, list[Token]]]) -> bool:
    """It ends with its verb, and neither opens a clause nor ends the one that a helping verb before has opened."""
    last = piece[-1]
    if last.kind not in VERB_KINDS or last.form == "IZU":
        return False
    if len(piece) < 2:
        return False
    if piece[0].kind == "verb" and piece[1].kind == "conj":
        # "…, wenn Sie hier wohnen, arbeiten und Steuern zahlen": the main clause stands before the condition.
        return any(has_verb(tokens) for _, tokens in before)
    is_one_clause = opens_new_clause(piece) and is_relative_clause_at(piece, 0)
    if is_one_clause or piece[0].kind == "sub" or starts_with_finite_verb(piece):
        return False
    waiting = [tokens for _, tokens in before if not any(t.kind == "verb" for t in tokens)]
    helping = [t for tokens in waiting for t in tokens if t.kind in {"aux", "modal"}]
    if last.form == "PP":
        return not helping
    return not last.low.endswith("n") or not any(t.kind == "modal" or t.key == "werden" for t in helping)


def lists_exceptions(before: Sequence[Token], piece: Sequence[Token]) -> bool:
    """ "es sei denn, es drohen Schmerzen, Leiden oder Schäden": the list after the verb goes on."""
    return before[0].key == "unless" and has_verb(before) and not has_verb(piece) and contains_conjunction(piece)


def contains_conjunction(piece: Sequence[Token]) -> bool:
    return any(t.kind == "conj" and t.key in {"and", "or"} for t in piece[1:-1])


def merge_lists(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "wenn Schmerzen, Leiden oder Schäden drohen": a clause that waits for its verb has the whole of its list."""
    done: list[tuple[str, list[Token]]] = []
    index = 0
    while index < len(pieces):
        end = end_of_listing_clause(pieces, index)
        tokens = list(pieces[index][1])
        for _, piece in pieces[index + 1 : end + 1]:
            tokens += [COMMA, *piece]
        done.append((pieces[index][0], tokens))
        index = end + 1
    return done


def end_of_listing_clause(pieces: Sequence[tuple[str, list[Token]]], start: int) -> int:
    """Returns the piece with the verb of a clause that lists something up to there; else `start`."""
    first = pieces[start][1]
    opening = first[1] if first[0].kind == "prep" and len(first) > 1 else first[0]
    if start == 0 and first[0].kind in {"aux", "modal"} and is_finite(first[0]) and not has_verb(first[1:]):
        return end_of_condition(pieces)
    waits = opening.kind == "sub" or (opens_clause(opening) and start > 0)
    if not waits or has_verb(first) or len(first) == 1:
        return start
    for place in range(start + 1, len(pieces)):
        sign, piece = pieces[place]
        if sign != "," or piece[0].kind in {"sub", "conj"}:
            return start
        if has_verb(piece):
            ends = (
                ends_with_finite_verb(piece)
                and contains_conjunction(piece)
                and (not opens_clause(piece[0]) or is_last_piece(pieces, place))
            )
            return place if ends else start
    return start


def end_of_condition(pieces: Sequence[tuple[str, list[Token]]]) -> int:
    """ "Sind die Regeln über A, die Wahl oder B verletzt worden, gilt …": up to what its helping verb helps."""
    for place, (sign, piece) in enumerate(pieces[1:-1], start=1):
        if sign != "," or piece[0].kind in {"sub", "conj"}:
            return 0
        if has_verb(piece):
            helped_one = piece[-1].kind in VERB_KINDS and not piece[-1].form.startswith("FIN")
            return (
                place
                if helped_one and contains_conjunction(piece) and starts_with_finite_verb(pieces[place + 1][1])
                else 0
            )
    return 0


def is_last_piece(pieces: Sequence[tuple[str, list[Token]]], place: int) -> bool:
    """No clause goes on after it, so that "die Genehmigung" has an article and no pronoun."""
    return (
        place + 1 == len(pieces) or pieces[place + 1][0] in {";", ":"} or starts_with_finite_verb(pieces[place + 1][1])
    )


def move_relative_clauses_out(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "sobald sie für den Zweck, für den sie erhoben wurden, nötig sind": the clause whole, then its relative."""
    done = list(pieces)
    for index in range(len(done) - 2):
        first, inner, last = (piece for _, piece in done[index : index + 3])
        interrupted = not has_verb(first) and is_relative_clause_at(inner, 0) and not opens_clause(last[0])
        opens = first[0].kind == "sub" or (opens_clause(first[0]) and (index > 0 or first[0].low in FREE))
        clause = opens and (ends_with_finite_verb(last) or (len(last) == 1 and is_finite(last[0])))
        act = index > 0 and last[-1].form == "IZU" and first[0].kind in {"det", "noun", "adj", "prep", "quant"}
        if interrupted and (clause or act):  # "…, die Unterlagen, die dort genannt sind, vorzulegen"
            done[index : index + 3] = [
                (done[index][0], [*first, *last]),
                (done[index + 1][0], mark_head_noun(inner, first)),
            ]
            return move_relative_clauses_out(done)
    return done


def mark_head_noun(inner: Sequence[Token], before: Sequence[Token]) -> list[Token]:
    noun = next((t.key for t in reversed(before) if t.kind == "noun"), "")
    place = int(inner[0].kind == "prep")
    return [replace(t, form=OF_NOUN + noun) if noun and i == place else t for i, t in enumerate(inner)]


def opens_clause(token: Token) -> bool:
    return token.kind == "sub" or token.low in RELATIVES


def move_subject_clause_first(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Ordnungswidrig handelt, wer …" as "Wer …, handelt ordnungswidrig"."""
    if (
        len(pieces) != len(("main", "wer"))
        or pieces[1][1][0].low != "wer"
        or not ends_like_subordinate_clause(pieces[1][1])
    ):
        return pieces
    main = pieces[0][1]
    verb = next((i for i, t in enumerate(main) if is_finite(t)), 0)
    subject = any(t.kind in {"noun", "pron"} for t in main[: verb + 1])
    if not verb or (subject and verb != len(main) - 1) or (main[0].kind == "sub" and main[0].low != "als"):
        return pieces
    rest = [*main[:verb], *main[verb + 1 :]]
    if main[verb].kind == "modal" and len(rest) == 1 and analyse_word(rest[0].low).tag.startswith("VV(INF"):
        rest = [replace(rest[0], key=analyse_word(rest[0].low).lemma, kind="verb", form="INF")]  # "Parken darf, wer …"
    return [("", pieces[1][1]), (",", [main[verb], *rest])]


def spell_out_free_relative(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Was Sie finden, …" as "Gegenstände, die Sie finden, …"; "Wer zahlt, …" as "Personen, die zahlen, …"."""
    pieces = move_subject_clause_first(pieces)
    if len(pieces) < 2 or pieces[0][1][0].low not in FREE or not ends_like_subordinate_clause(pieces[0][1]):
        return pieces
    name, key, relative = FREE[pieces[0][1][0].low]
    thing = Token(name, key, "noun")
    pronoun = Token(relative, "the", "pron")
    clause = (",", [pronoun, *pieces[0][1][1:]])
    main = pieces[1][1]
    if is_finite(main[0]) and is_followed_by_you(main, 0):
        return [("", [*main[:2], thing, *main[2:]]), clause, *pieces[2:]]
    return [("", [thing]), clause, *pieces[1:]]


def ends_like_subordinate_clause(piece: Sequence[Token]) -> bool:
    """Its finite verb stands last; also where two clauses share their subject: "wer dort wohnt und arbeitet"."""
    if ends_with_finite_verb(piece) or len(split_joined_conditions(list(piece), "relative")) > 1:
        return True
    return any(token.kind == "conj" and are_two_clauses(piece, place) for place, token in enumerate(piece))


def are_two_clauses(piece: Sequence[Token], place: int) -> bool:
    """ "die dort wohnen oder die dort arbeiten": both parts open with a word for the clause and end with its verb."""
    first, second = piece[:place], piece[place + 1 :]
    ends = ends_with_finite_verb(first) and ends_with_finite_verb(second)
    return ends and (opens_clause(second[0]) or second[0].low in WHICH)


def is_relative_clause_at(piece: Sequence[Token], start: int) -> bool:
    opening = piece[start]
    if opening.kind == "prep" and start + 1 < len(piece):
        opening = piece[start + 1]
    return (opening.low in RELATIVES or opening.low.startswith("welch")) and ends_like_subordinate_clause(piece)
