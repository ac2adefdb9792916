"""Finds the finite verb in a stretch of German words, and whether it makes them a whole clause."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.tokens.separable_prefixes import PARTICLES
from apps.text.entailment.tokens.token import Token

VERB_KINDS = frozenset({"verb", "aux", "modal"})


def ends_with_finite_verb(piece: Sequence[Token]) -> bool:
    """The finite verb stands last, as in a subordinate clause, and nowhere before."""
    if len(piece) < 2 or piece[-1].kind not in VERB_KINDS or piece[-1].form == "IZU":
        return False
    end = len(piece) - 1
    if piece[end].kind == "modal" and end > 1 and piece[end - 1].low in {"werden", "haben", "sein"}:
        end -= 1  # "eingelegt werden kann"
    if piece[-1].kind == "aux" and is_surely_finite(piece[-1]) and piece[end - 1].kind == "verb":
        end -= piece[end - 1].low.endswith(("t", "en"))  # "die Prüfung bestanden hat": its participle
    if any(is_surely_finite(t) for t in piece[:end]):
        return False
    return is_surely_finite(piece[-1]) or piece[-1].low.endswith(("t", "n"))


def is_surely_finite(token: Token) -> bool:
    return token.kind in VERB_KINDS and (
        token.form.startswith("FIN") or token.low in {"werden", "haben", "müssen", "können", "dürfen", "sollen"}
    )


def move_verb_to_end(rest: list[Token], verb: Token) -> list[Token]:
    """A clause that began with its verb, with the verb at its end: "reicht … aus" is "… ausreicht"."""
    if rest and rest[-1].low in PARTICLES and verb.kind == "verb":
        return [*rest[:-1], replace(verb, key=rest[-1].low + verb.key, text=f"{verb.text} {rest[-1].text}")]
    return [*rest, verb]


def is_followed_by_you(piece: Sequence[Token], at: int) -> bool:
    return at + 1 < len(piece) and piece[at + 1].key == "you"


def starts_with_finite_verb(piece: Sequence[Token]) -> bool:
    first = piece[0] if piece[0].low != "so" or len(piece) == 1 else piece[1]
    # "verlängert sich die Frist": the form of a participle, but no other verb stands there.
    only = first.kind == "verb" and not any(t.kind in VERB_KINDS for t in piece[1:])
    has_object = len(piece) > 1 and piece[1].kind in {"det", "pron", "noun", "quant"}  # "erhalten diese …"
    alone = only and (first.low.endswith("t") or (first.low.endswith("en") and has_object))
    told = first.kind == "verb" and first.low.endswith("en") and is_followed_by_you(piece, 0)  # "erhalten Sie …"
    return is_finite(first) or alone or told


def is_finite(token: Token) -> bool:
    return token.kind in VERB_KINDS and token.form.startswith(("FIN", "INF"))


def has_verb(piece: Sequence[Token]) -> bool:
    return any(token.kind in VERB_KINDS for token in piece)


def contains_finite_verb(tokens: Sequence[Token], *, closed: bool = True) -> bool:
    """A finite verb, not the infinitive or participle at the end, which a helping verb before may have asked for."""
    last = len(tokens) - 1
    for index, token in enumerate(tokens):
        if token.kind in VERB_KINDS and token.form.startswith(("FIN", "INF")):
            if index != last and not (index + 1 == last and tokens[last].kind in {"aux", "modal"}):
                return True
            if index == last and token.form.startswith("FIN") and (closed or token.kind in {"aux", "modal"}):
                return True
    return False


def has_helping_verb(tokens: Sequence[Token]) -> bool:
    return any(t.kind in {"aux", "modal"} for t in tokens)


def is_complete_clause(tokens: Sequence[Token]) -> bool:
    """A finite verb, and with a helping verb also what it helps."""
    if not contains_finite_verb(tokens, closed=True):
        return False
    modal = any(t.kind == "modal" or t.key == "werden" for t in tokens)
    if modal and tokens[-1].kind == "adj" and all(t.kind != "modal" for t in tokens):
        return True  # "Die Gebühr wird fällig und …"
    return not modal or any(t.kind == "verb" for t in tokens)
