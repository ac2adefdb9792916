"""Splits a German sentence into clauses: main clauses, and what depends on them and how."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.derivation.german.clauses.clause import Clause
from apps.text.derivation.german.clauses.finite_verbs import (
    VERBS,
    addressed,
    at_end,
    complete,
    ends_finite,
    finite_among,
    has_verb,
    helped,
    is_finite,
    starts_finite,
    sure_finite,
)
from apps.text.derivation.german.clauses.split_coordinated_clauses import coordinated
from apps.text.derivation.tokens.morphology import analysed, participle
from apps.text.derivation.tokens.separable_prefixes import PARTICLES
from apps.text.derivation.tokens.token import NOTHING, Token

BREAKS = frozenset({",", ";", ":", "(", ")"})
RELATIVES = frozenset(["der", "die", "das", "den", "dem", "deren", "dessen", "denen", "was", "wer", "wo"])
IN_FRONT = frozenset({"focus", "filler", "neg"})


def clauses(sentence: Sequence[Token]) -> list[Clause]:
    """Main clauses in order, each with its dependents."""
    mains: list[Clause] = []
    waiting: list[Clause] = []
    whole = uninterrupted(merged(with_verb_in_front(segments(joined_zu(sentence)))))
    pieces = uninterrupted(free_relative(whole))
    after_colon: int | None = None
    for index, (sign, piece) in enumerate(pieces):
        if after_colon is None and sign == ":" and mains and has_verb(piece) and complete(mains[-1].tokens):
            after_colon = len(mains)
        if piece[0].low in {"so", "dann"} and len(piece) > 1 and waiting and is_finite(piece[1]):
            piece = piece[1:]  # "Wird er abgelehnt, so ist …"
        if piece[0].low == "denn" and len(piece) > 1 and has_verb(piece):
            mains.append(Clause(piece[1:], connector="because"))
            continue
        relation, rest = relation_of(sign, piece, pieces, index, mains)
        if relation == "to" and mains and lacks_infinitive(mains[-1].tokens):
            mains[-1].tokens += [Token(",", ",", "punct"), *piece]
        elif relation:
            owner = mains[-1].dependents if mains and sign not in {";", ":"} else waiting
            owner += dependents(relation, rest, [before for _, before in pieces[:index]])
        else:
            add_main(mains, waiting, sign, piece)
    add_waiting(mains, waiting)
    for main in mains[after_colon:] if after_colon is not None else ():
        main.is_led = True
    return [part for main in mains for part in coordinated(main)]


def relation_of(
    sign: str, piece: list[Token], pieces: Sequence[tuple[str, list[Token]]], index: int, mains: Sequence[Clause]
) -> tuple[str, list[Token]]:
    """What hangs the piece on another clause, empty for a main clause, and the piece without the word that says so."""
    relation, rest = subordinate(piece, main_after(pieces, index), first=not index)
    if relation == "relative" and mains and awaits_infinitive(mains[-1].tokens) and piece[-1].form == "INF":
        interrupts = is_passive(piece) and any(later[-1].form == "INF" for _, later in pieces[index + 1 :])
        relation = relation if interrupts else ""
    if relation == "relative" and sign == ";":
        relation, rest = "", piece  # "…; die Frist beginnt, sobald …"
    if not relation and mains and one_more_act(mains[-1], piece):
        relation = "to"
    return relation, rest


def dependents(relation: str, rest: list[Token], before: Sequence[list[Token]]) -> list[Clause]:
    """One clause that hangs on another, or two for two conditions. `before`: the pieces in front of it."""
    head = head_of_relative(rest, before) if relation == "relative" else ""
    return [
        Clause(with_pronoun(half) if head else half, relation, head=head) for half in both_conditions(rest, relation)
    ]


def add_waiting(mains: list[Clause], waiting: list[Clause]) -> None:
    """Dependents for which no main clause came."""
    if len(waiting) == 1 and waiting[0].relation == "that" and not mains:
        # "…, dass X": what announced it said nothing of its own.
        mains.append(replace(waiting[0], relation=""))
    elif waiting:
        mains.append(Clause([], dependents=waiting))


def main_after(pieces: Sequence[tuple[str, list[Token]]], index: int) -> list[Token]:
    """The piece after a condition with its verb in front, past a relative clause: "Gibt es Kinder, die …, so …"."""
    rest = [piece for _, piece in pieces[index + 1 :]]
    place = 1 if len(rest) > 1 and relative_at(rest[0], 0) else 0
    return rest[place] if rest else []


def both_conditions(piece: list[Token], relation: str) -> list[list[Token]]:
    """ "wenn Sie dort wohnen und das Haus nutzen": two conditions of one subject; a single one for anything else."""
    if relation not in {"if", "relative", "only_if"}:
        return [piece]
    for place in range(2, len(piece) - 1):
        first, second = piece[:place], piece[place + 1 :]
        joined = piece[place].kind == "conj" and piece[place].key == "and" and not opens_anew(second)
        shared = piece[0].kind == "pron" or (piece[0].kind == "det" and relation == "relative")
        if joined and shared and sure_finite(first[-1]) and ends_finite(first) and ends_finite([piece[0], *second]):
            return [first, [piece[0], *second]]
    return [piece]


def opens_anew(piece: Sequence[Token]) -> bool:
    """ "und die dort wohnen"; not "und den Haushalt führen"."""
    article = piece[0].kind == "det" and len(piece) > 1 and piece[1].kind in {"noun", "adj"}
    return opens_clause(piece[0]) and not article


def lacks_infinitive(tokens: Sequence[Token]) -> bool:
    """ "ist unverzüglich, …" goes on with "zu räumen"."""
    verbs = [t for t in tokens if t.kind in VERBS]
    if any(t.key in CHANCES for t in tokens[-1:]):
        return False
    judged = any(t.kind == "adj" and following.kind != "noun" for t, following in pairwise([*tokens[-2:], NOTHING]))
    return len(verbs) == 1 and verbs[0].key in {"sein", "haben"} and not judged


def is_passive(piece: Sequence[Token]) -> bool:
    """ "die dort geführt werden": its last verb is the finite one, where the sentence has an infinitive yet to come."""
    return len(piece) > len(("die", "werden")) and piece[-1].low == "werden" and piece[-2].form == "PP"


def one_more_act(main: Clause, piece: Sequence[Token]) -> bool:
    """ "Es ist untersagt, zu rauchen, zu essen": another infinitive after one that hangs on the clause."""
    return len(piece) == 1 and piece[0].form == "IZU" and [c.relation for c in main.dependents[-1:]] == ["to"]


CHANCES = frozenset({"möglichkeit", "recht", "pflicht", "gelegenheit", "befugnis"})
"""Nouns that an infinitive belongs to."""


def awaits_infinitive(tokens: Sequence[Token]) -> bool:
    """ "Sie müssen den Antrag, die Vollmacht und den Nachweis vorlegen": the list goes on up to the verb."""
    verbs = [t for t in tokens if t.kind in VERBS]
    return len(verbs) == 1 and verbs[0].kind == "modal" and verbs[0].form.startswith(("FIN", "INF"))


def segments(sentence: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """Between commas and their like, each with the sign before it."""
    found: list[tuple[str, list[Token]]] = [("", [])]
    for token in sentence:
        if token.text in BREAKS or token.kind == "dash":
            found.append((token.text if token.kind != "dash" else "-", []))
        else:
            found[-1][1].append(token)
    return [(sign, with_verb_at_end(piece)) for sign, piece in found if piece]


def with_verb_in_front(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Fallen die Voraussetzungen weg, muss …": what looks like a noun is the verb of a condition with no other."""
    if len(pieces) < len(("condition", "main")) or pieces[1][0] != ",":
        return pieces
    first, following = pieces[0][1], pieces[1][1]
    noun = first[0].kind == "noun" and len(first) > 1 and first[1].kind in {"det", "quant", "pron", "noun"}
    if not noun or has_verb(first) or not first[0].low.endswith("en") or not starts_finite(following):
        return pieces
    if not analysed(first[0].low).tag.startswith("VV"):
        return pieces
    verb = replace(first[0], key=analysed(first[0].low).lemma, kind="verb", form="FIN")
    return [(pieces[0][0], [verb, *first[1:]]), *pieces[1:]]


def with_verb_at_end(piece: list[Token]) -> list[Token]:
    """ "wenn die Zahlung sich verspätet": what may be an adjective is the verb of a clause that has no other."""
    last = piece[-1]
    opening = next((token for token in piece if token.kind not in IN_FRONT), piece[0])
    if opening.kind != "sub" or has_verb(piece) or last.kind != "adj" or not (verb := participle(last.low)):
        return piece
    stem = verb.removesuffix("n").removesuffix("e")
    if last.low not in {f"{stem}t", f"{stem}et"}:
        return piece
    return [*piece[:-1], replace(last, key=verb, kind="verb", form="FIN")]


def merged(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """A clause that goes on after a comma: "die mehr als 10, aber weniger als 50 Beschäftigte haben"."""
    done: list[tuple[str, list[Token]]] = []
    for sign, piece in with_whole_lists(pieces):
        open_clause = bool(done) and not has_verb(done[-1][1]) and opens_clause(done[-1][1][0]) and len(done) > 1
        if (done and len(done[-1][1]) == 1 and done[-1][1][0].kind == "sub") or (
            open_clause and piece[0].kind == "conj" and ends_finite(piece)
        ):
            done[-1] = (done[-1][0], [*done[-1][1], *piece])
        elif done and sign == "," and lists_exceptions(done[-1][1], piece):
            done[-1] = (done[-1][0], [*done[-1][1], COMMA, *piece])
        else:
            done.append((sign, piece))
    return done


COMMA = Token(",", ",", "punct")


def lists_exceptions(before: Sequence[Token], piece: Sequence[Token]) -> bool:
    """ "es sei denn, es drohen Schmerzen, Leiden oder Schäden": the list after the verb goes on."""
    return before[0].key == "unless" and has_verb(before) and not has_verb(piece) and joins(piece)


def joins(piece: Sequence[Token]) -> bool:
    return any(t.kind == "conj" and t.key in {"and", "or"} for t in piece[1:-1])


def with_whole_lists(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "wenn Schmerzen, Leiden oder Schäden drohen": a clause that waits for its verb has the whole of its list."""
    done: list[tuple[str, list[Token]]] = []
    index = 0
    while index < len(pieces):
        end = end_of_clause(pieces, index)
        tokens = list(pieces[index][1])
        for _, piece in pieces[index + 1 : end + 1]:
            tokens += [COMMA, *piece]
        done.append((pieces[index][0], tokens))
        index = end + 1
    return done


def end_of_clause(pieces: Sequence[tuple[str, list[Token]]], start: int) -> int:
    """Where the piece stands that has the verb of a clause which lists something up to there; else `start`."""
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
            ends = ends_finite(piece) and joins(piece) and (not opens_clause(piece[0]) or is_last(pieces, place))
            return place if ends else start
    return start


def end_of_condition(pieces: Sequence[tuple[str, list[Token]]]) -> int:
    """ "Sind die Regeln über A, die Wahl oder B verletzt worden, gilt …": up to what its helping verb helps."""
    for place, (sign, piece) in enumerate(pieces[1:-1], start=1):
        if sign != "," or piece[0].kind in {"sub", "conj"}:
            return 0
        if has_verb(piece):
            helped_one = piece[-1].kind in VERBS and not piece[-1].form.startswith("FIN")
            return place if helped_one and joins(piece) and starts_finite(pieces[place + 1][1]) else 0
    return 0


def is_last(pieces: Sequence[tuple[str, list[Token]]], place: int) -> bool:
    """No clause goes on after it, so that "die Genehmigung" has an article and no pronoun."""
    return place + 1 == len(pieces) or pieces[place + 1][0] in {";", ":"} or starts_finite(pieces[place + 1][1])


def uninterrupted(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "sobald sie für den Zweck, für den sie erhoben wurden, nötig sind": the clause whole, then its relative."""
    done = list(pieces)
    for index in range(len(done) - 2):
        first, inner, last = (piece for _, piece in done[index : index + 3])
        interrupted = not has_verb(first) and relative_at(inner, 0) and not opens_clause(last[0])
        opens = first[0].kind == "sub" or (opens_clause(first[0]) and (index > 0 or first[0].low in FREE))
        clause = opens and (ends_finite(last) or (len(last) == 1 and is_finite(last[0])))
        act = index > 0 and last[-1].form == "IZU" and first[0].kind in {"det", "noun", "adj", "prep", "quant"}
        if interrupted and (clause or act):  # "…, die Unterlagen, die dort genannt sind, vorzulegen"
            done[index : index + 3] = [(done[index][0], [*first, *last]), (done[index + 1][0], of_noun(inner, first))]
            return uninterrupted(done)
    return done


OF_NOUN = "of "
"""Form of a relative pronoun whose noun is no longer the last one before it; the key of the noun follows."""


def of_noun(inner: Sequence[Token], before: Sequence[Token]) -> list[Token]:
    noun = next((t.key for t in reversed(before) if t.kind == "noun"), "")
    place = int(inner[0].kind == "prep")
    return [replace(t, form=OF_NOUN + noun) if noun and i == place else t for i, t in enumerate(inner)]


def opens_clause(token: Token) -> bool:
    return token.kind == "sub" or token.low in RELATIVES


def with_subject_first(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Ordnungswidrig handelt, wer …" as "Wer …, handelt ordnungswidrig"."""
    if len(pieces) != len(("main", "wer")) or pieces[1][1][0].low != "wer" or not closes(pieces[1][1]):
        return pieces
    main = pieces[0][1]
    verb = next((i for i, t in enumerate(main) if is_finite(t)), 0)
    subject = any(t.kind in {"noun", "pron"} for t in main[: verb + 1])
    if not verb or (subject and verb != len(main) - 1) or (main[0].kind == "sub" and main[0].low != "als"):
        return pieces
    rest = [*main[:verb], *main[verb + 1 :]]
    if main[verb].kind == "modal" and len(rest) == 1 and analysed(rest[0].low).tag.startswith("VV(INF"):
        rest = [replace(rest[0], key=analysed(rest[0].low).lemma, kind="verb", form="INF")]  # "Parken darf, wer …"
    return [("", pieces[1][1]), (",", [main[verb], *rest])]


FREE = {"was": ("Was", "gegenstand", "was"), "wer": ("Person", "person", "die")}


def free_relative(pieces: list[tuple[str, list[Token]]]) -> list[tuple[str, list[Token]]]:
    """ "Was Sie finden, …" as "Gegenstände, die Sie finden, …"; "Wer zahlt, …" as "Personen, die zahlen, …"."""
    pieces = with_subject_first(pieces)
    if len(pieces) < 2 or pieces[0][1][0].low not in FREE or not closes(pieces[0][1]):
        return pieces
    name, key, relative = FREE[pieces[0][1][0].low]
    thing = Token(name, key, "noun")
    pronoun = Token(relative, "the", "pron")
    clause = (",", [pronoun, *pieces[0][1][1:]])
    main = pieces[1][1]
    if is_finite(main[0]) and addressed(main, 0):
        return [("", [*main[:2], thing, *main[2:]]), clause, *pieces[2:]]
    return [("", [thing]), clause, *pieces[1:]]


def closes(piece: Sequence[Token]) -> bool:
    """Its finite verb stands last; also where two clauses share their subject: "wer dort wohnt und arbeitet"."""
    return ends_finite(piece) or len(both_conditions(list(piece), "relative")) > 1


def subordinate(piece: list[Token], following: list[Token], *, first: bool = False) -> tuple[str, list[Token]]:
    """Relation and tokens without the word that opens it; ("", piece) for a main clause or a part of one."""
    start = 0
    while start < len(piece) and piece[start].kind in IN_FRONT | {"conj"}:
        start += 1
    if start == len(piece):
        return "", piece
    opening = piece[start]
    before = piece[:start]
    named = not ends_finite(piece) or (piece[-1].form == "PP" and not any(t.kind in {"noun", "pron"} for t in piece))
    named = named or (first and bool(following) and not starts_finite(following))  # "Als Kind gilt, wer …"
    as_somebody = opening.low == "als" and named and piece[start + 1 : start + 2] != []  # "gilt …, als bekannt gegeben"
    if opening.kind == "sub" and has_verb(piece) and not as_somebody:
        only = "only_" if any(t.key in {"only", "not_before"} for t in before) else ""
        others = [t for t in before if t.key not in {"only", "not_before"} and t.kind != "conj"]
        return only + opening.key, others + piece[start + 1 :]
    if (
        opening.key in {"during", "since", "until"}
        and opening.kind == "prep"
        and ends_finite(piece)
        and sure_finite(piece[-1])
    ):
        return {"during": "while"}.get(opening.key, opening.key), before + piece[start + 1 :]
    if not first and relative_at(piece, start):
        return "relative", with_plain_pronoun(piece, start)
    if opening.low in {"sollte", "sollten"} and following and starts_finite(following) and has_verb(piece[start + 1 :]):
        return "if", [*before, *piece[start + 1 :]]
    if is_finite(opening) and opening.form != "IZU" and following and starts_finite(following):
        return "if", [*before, *at_end(piece[start + 1 :], opening)]
    if first and only_verb(piece, start) and following and starts_finite(following):
        return "if", [*before, *at_end(piece[start + 1 :], opening)]
    if piece[0].low in {"um", "ohne", "anstatt"} and any(t.form == "IZU" for t in joined_zu(piece)):
        return {"um": "in_order_to", "ohne": "without", "anstatt": "instead"}[piece[0].low], piece[1:]
    if len(piece) > 1 and joined_zu(piece)[-1].form == "IZU" and not any(is_finite(t) for t in piece):
        return "to", piece
    return "", piece


def only_verb(piece: Sequence[Token], start: int) -> bool:
    """ "Bewohnt er das Haus nicht, …": what may be another form of the verb is finite where no other verb stands."""
    opening = piece[start]
    verbs = [t for t in piece if t.kind in VERBS]
    return opening.kind == "verb" and opening.low.endswith("t") and len(verbs) == 1 and len(piece) > start + 1


def relative_at(piece: Sequence[Token], start: int) -> bool:
    opening = piece[start]
    if opening.kind == "prep" and start + 1 < len(piece):
        opening = piece[start + 1]
    return (opening.low in RELATIVES or opening.low.startswith("welch")) and closes(piece)


def with_plain_pronoun(piece: list[Token], start: int) -> list[Token]:
    """ "Gebäude, welche …" as "Gebäude, die …"; "welche Gebühr" asks which."""
    place = start + (piece[start].kind == "prep")
    plain = PLAIN_RELATIVES.get(piece[place].low)
    if plain is None or (place + 1 < len(piece) and piece[place + 1].kind in {"noun", "adj"}):
        return piece
    return [*piece[:place], Token(plain, "the", "pron"), *piece[place + 1 :]]


PLAIN_RELATIVES = {"welcher": "der", "welche": "die", "welches": "das", "welchen": "den", "welchem": "dem"}


def joined_zu(piece: Sequence[Token]) -> list[Token]:
    """ "zu stellen" as one token of form IZU, and "anzuleinen" read as one."""
    done: list[Token] = []
    for token in piece:
        if (
            done
            and done[-1].low == "zu"
            and token.kind in VERBS
            and (token.form.startswith("INF") or token.low == token.key)
        ):
            done[-1] = replace(token, form="IZU", text=f"zu {token.text}")
        elif done and done[-1].low == "zu" and token is piece[-1] and token.kind == "adj" and seems_infinitive(token):
            done[-1] = replace(token, key=token.low, kind="verb", form="IZU", text=f"zu {token.text}")
        elif token.kind == "adj" and (verb := infinitive_with_zu(token.low)):
            done.append(replace(token, key=verb, kind="verb", form="IZU"))
        else:
            done.append(token)
    return done


def seems_infinitive(token: Token) -> bool:
    """ "zu wahren": read as an adjective, but the last word of its clause."""
    return token.text == token.low and token.low.endswith("en")


def infinitive_with_zu(word: str) -> str:
    """ "anzuleinen" is "anleinen"; empty for any other word."""
    particle, found, rest = word.partition("zu")
    return particle + rest if found and particle in PARTICLES and rest.endswith("n") else ""


def with_pronoun(piece: list[Token]) -> list[Token]:
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


def add_main(mains: list[Clause], waiting: list[Clause], sign: str, piece: list[Token]) -> None:
    """To the main clause that is open, or as one of its own when both have a verb."""
    opened = mains[-1] if mains else None
    if opened is not None and sign in {",", "-"} and is_denial(piece) and complete(opened.tokens):
        mains.append(Clause(list(piece), elliptic=False))
        return
    closed = opened is not None and complete(opened.tokens)
    if opened is None or sign == ";" or (closed and finite_among(piece, closed=not helped(opened.tokens))):
        mains.append(Clause(list(piece), dependents=list(waiting)))
        waiting.clear()
    elif opened is not None:
        opened.tokens += [Token(sign if sign == ":" else ",", ",", "punct"), *piece]


def is_denial(piece: Sequence[Token]) -> bool:
    """ "…, nicht jedoch rückwirkend": what is denied after a whole clause; not "nicht nur …, sondern"."""
    rest = [t for t in piece[1:] if t.key != "but"]
    denies = piece[0].key == "not" and bool(rest) and rest[0].key not in {"only", "not"}
    return denies and not has_verb(piece) and not any(t.key in {"but_rather", "and", "or"} for t in piece)
