"""One of several alternatives: what holds "bei Krankheit oder Urlaub" holds "bei Krankheit".

Only in a condition, which a shorter list narrows, and of what may be done in one way or another; "ist schriftlich oder
elektronisch zu stellen" leaves the choice open, and one of both by itself would close it.
"""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.equal_parts import are_equal_parts
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun

OF_CHOICES = frozenset({"adv", "adj", "in", "at", "near", "by_means", "through"})
"""Marks of how and where something may be done."""
NARROWING = frozenset({"only", "not_before", "exactly", "not"})
ALONE = frozenset({"allein", "bloss", "bloß", "once", "meistens", "häufig", "often"})
"""Words with which one of both is not said of by itself."""
DEMANDS = frozenset({"antrag", "verlangen", "wunsch", "aufforderung", "anforderung", "anordnung"})
"""Nouns that make a condition of "auf": "auf Antrag einer Fraktion"."""
WITH_AUF = frozenset(
    {"warten", "verzichten", "antworten", "richten", "beziehen", "hinweisen", "verweisen", "reagieren"}
)
"""Verbs of which "auf" tells the object."""
OWN_ARTICLES = ("der ", "des ", "einer ", "eines ")
QUANTIFIED = frozenset({"all", "most", "many", "several", "few", "some", "both"})
MOST = 6


def is_one_alternative(source: Statement, claim: Statement, place: int, part: Part) -> bool:
    """Whether the part of the claim is one of the alternatives that stand at this place of the source."""
    listed = source.parts[place]
    if listed.mark != part.mark or listed.words.count("or") not in range(1, MOST) or not are_unbounded(listed, part):
        return False
    if not (is_condition_of_rule(source, claim, place) or is_choice(source, listed)):
        return False
    texts = [text.strip() for text in listed.text.replace(", ", " oder ").replace(" or ", " oder ").split(" oder ")]
    groups = split_alternatives(listed.words)
    following = source.parts[place + 1 : place + 2]
    if len(texts) != len(groups) or (following and following[0].mark not in {"np", "adv"}):
        return False
    spelled = zip(distribute_owner(groups, texts), texts, strict=True)
    return any(words and are_equal_parts(replace_words(listed, words, text), part) for words, text in spelled)


def replace_words(part: Part, words: tuple[str, ...], text: str) -> Part:
    return replace(part, words=words, text=text)


def are_unbounded(listed: Part, part: Part) -> bool:
    """Neither is bounded, counted or joined with anything else."""
    plain = not (listed.scope or part.scope or listed.determiner or listed.has_value)
    return plain and not {"and", "not", "no", "either"} & {*listed.words, *part.words} and "or" not in part.words


def is_condition_of_rule(source: Statement, claim: Statement, place: int) -> bool:
    """ "Bei A oder B …" in front, "auf Antrag von A oder B", and an object of "wenn Sie A oder B halten": of a rule."""
    listed, found = source.parts[place], source.predicate
    rest = [p for p in source.parts if p is not listed]
    narrowed = {word for scope in (source.scope, *(p.scope for p in rest)) for word in scope} & (NARROWING - {"not"})
    counted = any(p.determiner or (ALONE | QUANTIFIED) & set(p.words) for p in rest)
    if source.relation != claim.relation or narrowed or counted or found.tense != "present":
        return False
    if source.relation:
        return source.relation == "if" and not source.denied and bool(source.generic) and listed.mark == "np"
    if listed.mark == "near":
        return place < source.front and all(is_event_noun(word) for word in listed.words if word != "or")
    return listed.mark == "on" and listed.words[0] in DEMANDS and found.verb not in WITH_AUF


HAPPENING = ("ung", "heit", "keit", "fall", "ion", "gefahr", "schaden", "urlaub", "regen", "schnee", "frost", "sturm")
EVENTS = frozenset({"hitze", "eis", "tod", "heirat", "geburt", "streik", "krieg", "glätte", "hochwasser", "nebel"})


def is_event_noun(noun: str) -> bool:
    """An act or an event; "bei" of an office, a person or a town says where."""
    return bool(verb_of_act_noun(noun)) or noun.endswith(HAPPENING) or noun in EVENTS


def is_choice(source: Statement, listed: Part) -> bool:
    """ "kann schriftlich oder elektronisch gestellt werden"."""
    scopes = {word for scope in (source.scope, *(p.scope for p in source.parts)) for word in scope}
    plain = source.predicate.modality in {"can", "may"} and not source.relation and not scopes & NARROWING
    return plain and listed.mark in OF_CHOICES and source.predicate.tense == "present"


def split_alternatives(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = [()]
    for word in words:
        groups = [*groups, ()] if word == "or" else [*groups[:-1], (*groups[-1], word)]
    return groups


def distribute_owner(groups: list[tuple[str, ...]], texts: list[str]) -> list[tuple[str, ...]]:
    """ "Antrag des Vorsitzenden" and "einer Fraktion" as "Antrag einer Fraktion"; none where it is not sure whose.

    What stands behind the last one ("Kauf oder Bau eines Hauses") or before the first may be told of all.
    """
    if all(len(group) == 1 for group in groups):
        return groups
    head, others = groups[0][:2], groups[1:]
    own = len(groups[0]) == len(("antrag", "of", "X")) and head[1] == "of" and all(len(g) == 1 for g in others)
    if not own or not all(text.lower().startswith(OWN_ARTICLES) for text in texts[1:]):
        return [() for _ in groups]
    return [groups[0], *((*head, *group) for group in others)]
