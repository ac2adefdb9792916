"""Where a part of a German clause begins: at a preposition, an article, a word that narrows, after a noun."""

from collections.abc import Callable, Mapping, Sequence

from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS, GERMAN_WEEKDAYS
from apps.text.numbers.units import PERIODS

SCOPE_KINDS = frozenset({"focus", "neg", "limit"})
NUMBERED = frozenset({"abs", "nr", "satz", "absatz", "nummer", "buchstabe", "art", "artikel"})
WEEKDAYS = frozenset(ENGLISH_WEEKDAYS)
SPANS = frozenset(GERMAN_WEEKDAYS)
DURATIONS = PERIODS - {"minutes"} | {"date", "clock"}
HEADS = frozenset({"noun", "value", "pron"})


def opens_part(group: Sequence[Token], token: Token, following: Token | None, passive: bool) -> bool:
    """True when the token begins a part of its own. `group` is the part that is open, `following` the next token."""
    if not group:
        return False
    last = group[-1]
    if token.kind == "conj" or last.kind == "conj":
        return token.kind == "conj" and conjunction_opens_part(last, token, following)
    if last.kind == "det" and (token.kind == "prep" or is_final_denial(token, following)):
        return True
    if token.low == "zu" and following is not None and is_gerundive(following):
        return False
    if awaits_noun(group, token) or awaits_any_word(last):
        return False
    by_token = OPENING.get(token.kind)
    if by_token is not None:
        return by_token(last, token, following, passive)
    opens = AFTER.get(last.kind)
    return opens(last, token, following) if opens is not None else True


def is_final_denial(token: Token, following: Token | None) -> bool:
    """ "Hier gilt das nicht", "das gilt nicht für": no article of a noun stands before it."""
    return token.kind == "neg" and (following is None or following.kind in {"prep", "end"} or following.text == ",")


def conjunction_opens_part(last: Token, joint: Token, following: Token | None) -> bool:
    if last.kind == "value" and following is not None and is_weekday_adverb(following):
        return True  # "… bis 16 Uhr und freitags von …"
    return joint.key in {"either", "neither"} or bool(following and following.kind == "prep")


def awaits_noun(group: Sequence[Token], token: Token) -> bool:
    """After a preposition or an article everything belongs to it up to its noun."""
    opening = next((t for t in group if t.kind not in SCOPE_KINDS and t.kind != "conj"), group[0])
    is_open = opening.kind in {"prep", "sub", "det", "quant"} and not any(t.kind in HEADS for t in group)
    return is_open and token.kind not in {"prep", "pron", "particle"}


def awaits_any_word(last: Token) -> bool:
    """Nothing ends with "nur", "für", "der" or "§"."""
    return last.kind in SCOPE_KINDS | {"prep", "sub", "det", "quant"} or (last.kind == "sign" and last.key == "§")


def always_opens(_last: Token, _token: Token, _following: Token | None, _passive: bool) -> bool:
    return True


def preposition_opens_part(last: Token, token: Token, following: Token | None, passive: bool) -> bool:
    """Not "von" after a noun, which it owns, unless it may name who acts or says how much."""
    owns = token.low in {"von", "vom"} and last.kind == "noun" and not passive
    return not (owns and not (following and following.kind in {"value", "limit"}))


def determiner_opens_part(last: Token, token: Token, following: Token | None, _passive: bool) -> bool:
    """Not the genitive of the noun before: "die Höhe der Gebühr", "am 15. des Monats"."""
    owned = last.kind == "noun" and may_be_genitive(token) and not is_surely_no_genitive(token, following)
    return not (owned or (is_ordinal_token(last) and token.low in OF_ORDINALS))


def opens_after_value(last: Token, token: Token, following: Token | None) -> bool:
    if token.kind == "noun" and last.value is not None and last.value.kind in DURATIONS:
        return token.key not in {"zeit", "frist", "dauer"}
    if token.kind == "adj":
        return not (following and following.kind in {"noun", "adj"})
    return token.kind != "noun"


def opens_after_noun(last: Token, token: Token, following: Token | None) -> bool:
    if token.kind == "noun" and token.form == "NN" and token.key not in NUMBERED:
        return True
    if token.kind == "adj" and token.low.endswith("er") and following and following.kind in {"noun", "adj"}:
        return False  # "die Vorlage weiterer Unterlagen"
    return token.kind not in {"noun", "sign"} and not (token.kind == "value" and last.key in COUNTED)


def opens_after_adjective(last: Token, token: Token, _following: Token | None) -> bool:
    return last.form == "D" and token.kind != "noun"


def opens_after_adverb(last: Token, token: Token, _following: Token | None) -> bool:
    return not (last.form == "A" and token.kind == "noun")


COUNTED = frozenset({"abs", "nr", "satz", "absatz", "nummer", "art", "artikel", "jahr", "klasse"})
OPENING: Mapping[str, Callable[[Token, Token, Token | None, bool], bool]] = {
    **dict.fromkeys(SCOPE_KINDS, always_opens),
    **dict.fromkeys(("prep", "sub"), preposition_opens_part),
    **dict.fromkeys(("det", "quant"), determiner_opens_part),
    "pron": always_opens,
}
"""By the kind of the token."""
AFTER: Mapping[str, Callable[[Token, Token, Token | None], bool]] = {
    "value": opens_after_value,
    "noun": opens_after_noun,
    "adj": opens_after_adjective,
    "adv": opens_after_adverb,
}
"""By the kind of the token before any other."""


def is_gerundive(token: Token) -> bool:
    """ "des zu erstattenden Betrags": what has to be done to the noun, told in front of it."""
    return token.kind == "adj" and token.low.endswith(("ende", "enden", "ender", "endes", "endem"))


OF_ORDINALS = frozenset({"des", "jedes", "eines", "dieses"})


def is_ordinal_token(token: Token) -> bool:
    """ "am 15. des Monats": the day of it."""
    return token.kind == "value" and token.key.startswith("ordinal:")


def is_weekday_adverb(token: Token) -> bool:
    """ "freitags", "montags bis donnerstags"."""
    return token.kind == "adv" and (token.key in WEEKDAYS or token.key.partition("-")[0] in SPANS)


def may_be_genitive(token: Token) -> bool:
    return (token.low.endswith(("es", "er")) and token.key not in {"no", "the"}) or token.low in {"des", "der"}


def is_surely_no_genitive(determiner: Token, following: Token | None) -> bool:
    """ "dieses Recht", "jedes Kind": the genitive of what has such an article ends in -s or -n."""
    noun = following is not None and following.kind == "noun" and determiner.low.endswith("es")
    return noun and following is not None and not following.low.endswith(("s", "n", "x", "z", "ß"))
