"""Splits an English sentence into clauses: conditions and their like apart, coordinated ones each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.text.entailment.both_languages.statement import BEFORE_DENIAL
from apps.text.entailment.english.verb_groups import VerbGroup, find_verb_group, single_verb_group
from apps.text.entailment.tokens.token import Token

SUBORDINATE_OPENERS = frozenset({"if", "unless", "because", "although", "whether"})
TIMED = frozenset({"before", "after", "until", "when", "while", "since"})
"""These open a clause only when a verb of its own follows."""
JOINING = frozenset({"and", "but", "or"})


@dataclass(slots=True)
class EnglishClause:
    """`group` is None where no verb was found; `shared` names the words of the subject it takes from the one before."""

    tokens: list[Token]
    group: VerbGroup | None
    relation: str = ""
    connector: str = ""
    shared: list[Token] = field(default_factory=list)
    carried: bool = False
    """True when it has the helping verb of the clause before: what ends it may belong to both."""
    dependents: list["EnglishClause"] = field(default_factory=list)


def english_clauses(sentence: Sequence[Token]) -> list[EnglishClause]:
    """Main clauses in order; what is a condition of the sentence hangs on each of them."""
    tokens, dependents = split_off_subordinates([t for t in undo_inversion(sentence) if t.kind != "filler"])
    mains = split_coordinated_clauses(tokens)
    for main in mains:
        main.dependents = list(dependents)
    return mains


SHORTEST_INVERSION = 8
"""Words of "Only if X is will Y be Z"."""


def undo_inversion(sentence: Sequence[Token]) -> Sequence[Token]:
    """ "Only if the hall is clean will the deposit be refunded" as "The deposit will be refunded only if …"."""
    if len(sentence) < SHORTEST_INVERSION or [t.key for t in sentence[:2]] != ["only", "if"]:
        return sentence
    for place in range(len(sentence) - 3, 3, -1):
        helper, subject = sentence[place], sentence[place + 1]
        if helper.kind not in {"modal", "aux"} or subject.kind not in {"det", "pron", "noun"}:
            continue
        rest = sentence[place + 1 :]
        verb = next((i for i, t in enumerate(rest) if t.kind in {"aux", "verb"}), 0)
        if verb and not any(t.text == "," for t in sentence):
            ends = [rest[-1]] if rest[-1].kind == "end" else []
            said = rest[verb : len(rest) - len(ends)]
            return [*rest[:verb], helper, *said, *sentence[:place], *ends]
    return sentence


def split_off_subordinates(tokens: list[Token]) -> tuple[list[Token], list[EnglishClause]]:
    """What is left of the sentence, and its conditions, times and reasons as clauses."""
    found: list[EnglishClause] = []
    rest = list(tokens)
    while (start := next((i for i in range(len(rest)) if opens_subordinate_clause(rest, i)), None)) is not None:
        end = end_of_clause(rest, start)
        relation, first = relation_at(rest, start)
        inner = rest[first:end]
        begin = start - (relation.startswith("only_"))
        place = "" if begin else BEFORE_DENIAL
        group = gerund_verb_group(inner) or find_verb_group(inner) or participle_verb_group(inner)
        found.append(EnglishClause(inner, group, relation, place))
        if begin and rest[begin - 1].text == ",":
            begin -= 1
        rest = [*rest[:begin], *rest[end + (end < len(rest) and not begin) :]]
    return rest, found


def opens_subordinate_clause(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind == "sub" and token.key == "where":
        return at == 0
    if token.key not in SUBORDINATE_OPENERS | TIMED or token.kind not in {"sub", "prep"}:
        return False
    inner = tokens[at + 1 : end_of_clause(tokens, at)]
    if token.key in TIMED and gerund_verb_group(inner) is not None:
        return True
    group = find_verb_group(inner)
    return (group is not None and group.start > 0) or (
        token.key in SUBORDINATE_OPENERS and participle_verb_group(inner) is not None
    )


def gerund_verb_group(tokens: Sequence[Token]) -> VerbGroup | None:
    """ "before entering the hall": whoever does it, in front of its object; not "after opening hours"."""
    verb = tokens[0] if len(tokens) > 1 and tokens[0].kind == "verb" and tokens[0].form == "VVG" else None
    if verb is None or tokens[1].kind not in {"det", "pron", "quant"}:
        return None
    return VerbGroup(0, 1, verb.key)


def participle_verb_group(tokens: Sequence[Token]) -> VerbGroup | None:
    """ "unless otherwise agreed", "if paid late": a clause with nothing but its participle."""
    places = [i for i, t in enumerate(tokens) if t.kind == "verb" and (t.form == "VVN" or t.low.endswith("ed"))]
    spoken = any(t.kind in {"noun", "pron"} for t in tokens[: places[0]]) if places else True
    return (
        None
        if spoken or len(places) > 1
        else VerbGroup(places[0], places[0] + 1, tokens[places[0]].key, voice="passive")
    )


def end_of_clause(tokens: Sequence[Token], start: int) -> int:
    """In front of the sentence up to its comma, else up to the next comma or to the end."""
    for index in range(start + 1, len(tokens)):
        if tokens[index].text in {",", ":", "("}:
            return index
    return len(tokens)


def relation_at(tokens: Sequence[Token], start: int) -> tuple[str, int]:
    key = "if" if tokens[start].key == "where" else tokens[start].key
    only = start > 0 and tokens[start - 1].key == "only"
    return (f"only_{key}" if only else key), start + 1


def split_coordinated_clauses(tokens: list[Token]) -> list[EnglishClause]:
    """ "X costs 5 euros and is valid for one day": each verb with a clause of its own."""
    group = imperative_verb_group(tokens) or find_verb_group(tokens)
    if group is None:
        return [EnglishClause(tokens, None)]
    for index in range(group.end, len(tokens)):
        if (
            tokens[index].kind == "conj"
            and tokens[index].key in JOINING
            and not contains_relative_pronoun(tokens[group.end : index])
        ):
            found = coordinated_clause(tokens, index, group)
            if found is not None:
                connector = "or" if tokens[index].key == "or" else ""
                more = split_coordinated_clauses(found.tokens)
                more[0] = replace(more[0], shared=found.shared, connector=connector, carried=found.carried)
                first = strip_final_comma(tokens[:index])
                # "complete and sign the form": what follows the second verb is said of both.
                tail = found.tokens[more[0].group.end :] if index == group.end and more[0].group is not None else []
                return [EnglishClause([*first, *tail], group), *more]
    return [EnglishClause(tokens, group)]


def coordinated_clause(tokens: list[Token], at: int, group: VerbGroup) -> EnglishClause | None:
    """What "and" joins at this place when it is a clause of its own; None for "the form and the receipt"."""
    rest, subject = tokens[at + 1 :], tokens[: group.start]
    if not rest:
        return None
    if group.imperative:
        return EnglishClause(rest, None) if imperative_verb_group(rest) else None
    following = find_verb_group(rest)
    if following is not None and following.start == 0:
        return EnglishClause(rest, following, shared=subject)
    if rest[0].kind == "verb" and rest[0].form == "VVZ" and group.helper is None and tokens[group.start].form == "VVZ":
        return EnglishClause(rest, single_verb_group(rest, 0), shared=subject)
    if is_same_for_another(tokens[group.end : at], rest):
        return EnglishClause([*tokens[group.start : group.end], *rest], None, shared=subject)
    modal = group.helper is not None and group.helper.kind == "modal"
    if group.helper is not None and modal and group.voice == "active" and imperative_verb_group(rest):
        return EnglishClause([group.helper, *rest], None, shared=subject, carried=True)
    if group.voice == "passive" and rest[0].kind == "verb" and rest[0].form in {"VVN", "VVD"}:
        return EnglishClause([*tokens[group.start : group.end - 1], *rest], None, shared=subject, carried=True)
    if following is not None and following.helper is not None and tokens[at - 1].text == ",":
        return EnglishClause(rest, following)
    return None


def is_same_for_another(first: Sequence[Token], second: Sequence[Token]) -> bool:
    """ "… is 12 euros for volunteers and 20 euros for leaders": another value of its kind for somebody else."""
    values = [[t.value for t in side if t.value is not None] for side in (first, second)]
    marks = [[t.key for t in side if t.kind == "prep"] for side in (first, second)]
    if [len(found) for found in values] != [1, 1] or not first[:1] or first[0].value is None or second[0].value is None:
        return False
    return values[0][0].kind == values[1][0].kind and marks[0] == marks[1] != []


def imperative_verb_group(tokens: Sequence[Token]) -> VerbGroup | None:
    """ "Submit the form", "Do not feed the animals"."""
    first = tokens[0] if tokens else None
    if first is None or len(tokens) < len(("verb", "object")):
        return None
    if first.key == "do" and tokens[1].kind == "neg" and len(tokens) > len(("do", "not")):
        return VerbGroup(0, 3, tokens[2].key, modality="may", scope=("not",), imperative=True)
    before_article = (
        first.kind in {"noun", "adj"}
        and first.low == first.key
        and (tokens[1].kind in {"det", "quant"} or tokens[1].low in {"it", "them", "us"})
    )
    if (first.kind == "verb" and is_base_form(first)) or before_article:
        return VerbGroup(0, 1, first.key, modality="must", imperative=True)
    return None


def strip_final_comma(tokens: list[Token]) -> list[Token]:
    return tokens[:-1] if tokens and tokens[-1].text == "," else tokens


def contains_relative_pronoun(tokens: Sequence[Token]) -> bool:
    return any(t.key in {"who", "which", "that"} for t in tokens)


def is_base_form(token: Token) -> bool:
    return token.low == token.key or token.form in {"VVI", "VVB"}
