"""One of several that are listed: "Hunde und Katzen dürfen nicht mitgebracht werden" says it of dogs, too.

Only where what is said holds of each by itself: not of what somebody does or pays together, not of what is enough
only together, and never in a condition, which a shorter list would widen.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.compare_clause_part_order import find_attachment_site
from apps.text.entailment.comparison.equal_parts import are_equal_parts
from apps.text.entailment.comparison.semantic_roles_of_parts import resolve_roles

OF_LISTS = frozenset({"np", "adv", "adj", "in", "at", "on", "for", "about_topic"})
"""Marks of what a sentence is about, times and places; what stands after "mit" or "nach" may be a condition."""
NARROWED = frozenset({"only", "not_before", "exactly"})
TOGETHER = frozenset(
    {
        *("zusammen", "gemeinsam", "in_total", "insgesamt", "respective", "together", "both", "einander", "beide"),
        *("at_the_same_time", "gleichzeitig", "hälfte", "halb", "half", "abwechselnd", "nacheinander", "untereinander"),
        *"""
        oneself or either neither but_rather not gegenseitig wechselseitig gleich jointly
        """.split(),  # noqa: SIM905 - a list of words to be read
    }
)
"""Words that may say that the listed ones act or count together."""
COLLECTIVE = frozenset(
    {
        *("ausreichen", "berechtigen", "ermöglichen", "ersetzen", "bilden", "ergeben", "übereinstimmen", "sein", "be"),
        *("bestehen", "teilen", "decken", "nachweisen", "gehören", "zählen", "heissen"),
        *("vergleichen", "verwechseln", "trennen", "addieren", "zusammenlegen", "tauschen", "kombinieren", "verbinden"),
        *("unterscheiden", "verrechnen", "abwägen", "umfassen", "entsprechen", "bedeuten", "genügen", "einigen"),
        *("share", "combine", "compare", "equal", "suffice", "separate", "exchange", "replace", "consist", "form"),
        *("agree", "mean", "constitute", "mix", "mischen", "vermischen", "sentence"),
    }
)
"""Verbs that may be true of all that are listed and of none of them by itself."""
JOINT = frozenset(
    {
        *("haften", "zahlen", "tragen", "kosten_tragen", "entscheiden", "beschliessen", "vereinbaren", "bestimmen"),
        *("wählen", "leiten", "führen", "vertreten", "decide", "pay", "represent", "bear", "elect", "appoint", "lead"),
        *("erben", "besitzen", "own", "mieten", "rent", "kaufen", "purchase", "gründen", "found"),
    }
)
"""What several may do together only."""
OWN_VALUES = frozenset({"clock", "date", "percent", "ordinal"})
"""Kinds of values that each of them has by itself; a price may be that of all."""
LIMITS = frozenset({"within", "until", "until+to", "after", "before", "starting", "since", "under", "over"})
EACH = frozenset({("person",), ("kopf",), ("teilnehmer",), ("stück",), ("head",)})
ACTING = frozenset({"erhalten", "receive"})
MOST_ITEMS = 6
SEPARATORS = re.compile(r",? (?:und noch|oder|und|sowie|and|or|as well as|und auch) |, ")


def matching_list_items(source: Statement, claim: Statement, place: int, part: Part) -> frozenset[int]:
    """Which items of the list at this place of the source, counted from 0, are the part of the claim; or none."""
    listed = source.parts[place]
    if source.denied and "or" in listed.words and "and" not in listed.words:
        return matching_list_items(
            replace_or_with_and(source, place), claim, place, part
        )  # What is denied of "A oder B" is denied of each.
    if "and" not in listed.words or "and" in part.words[:1] or not holds_for_each_item(source, claim, place):
        return frozenset()
    groups = split_list_items(listed.words)
    if not 1 < len(groups) <= MOST_ITEMS:
        return frozenset()
    texts = SEPARATORS.split(listed.text)
    whole = independent_items(texts) if listed.mark == "np" and len(texts) == len(groups) else []
    for chosen in [*selectable_items(groups), *whole]:
        text = texts[chosen[0]] if len(chosen) == 1 and len(texts) == len(groups) else listed.text
        words = join_items(groups, chosen)
        shared = "of" in groups[-1] and "of" not in words and chosen not in whole
        owned = groups[-1][groups[-1].index("of") :] if shared else ()
        if are_equal_parts(replace(listed, words=(*words, *owned), text=text), part, reordered=True):
            return frozenset(chosen)
    return frozenset()


OF_THEIR_OWN = ("die ", "das ", "ein ", "eine ", "einen ")
"""Articles that no genitive has: "der Wert des Bodens und die Kosten des Baus" are two things."""


def independent_items(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """Items which have an article of their own, as what follows them has."""
    opens = [text.lower().startswith(OF_THEIR_OWN) for text in texts]
    return [(i,) for i in range(len(texts)) if (i == 0 or opens[i]) and (i + 1 == len(texts) or opens[i + 1])]


def replace_or_with_and(source: Statement, place: int) -> Statement:
    listed = source.parts[place]
    joined = replace(listed, words=tuple("and" if word == "or" else word for word in listed.words))
    return replace(source, parts=[joined if p is listed else p for p in source.parts])


def count_listed_items(part: Part) -> int:
    return len(split_list_items(tuple("and" if word == "or" else word for word in part.words)))


def holds_for_each_item(source: Statement, claim: Statement, place: int) -> bool:
    """What the source says it says of each item of the list by itself."""
    listed, found = source.parts[place], source.predicate
    if source.relation or claim.relation or listed.mark not in OF_LISTS or listed.scope or listed.determiner:
        return False
    name = found.verb.split(" ")[-1]
    if found.verb in COLLECTIVE or name in TOGETHER or not name or listed.text.lower().startswith("nicht "):
        return False
    scopes = {word for p in source.parts if not is_bound_of_each_item(source, place, p) for word in p.scope} | set(
        source.scope
    )
    said = {word for p in source.parts for word in p.words}
    if scopes & NARROWED or (said | scopes - {"not"}) & TOGETHER or (source.denied and found.modality == "must"):
        return False
    if listed.mark == "np" and is_obligation(source):
        return False  # Of all papers that are asked for one is not enough.
    owner = find_attachment_site(source, place) if listed.mark == "for" else None
    if owner is not None and source.parts[owner].mark == "np":
        return False  # "das Amt für Bau und Verkehr" is one.
    acting = listed.mark == "np" and "agent" in resolve_roles(source)[place] and found.voice == "active"
    if acting and (found.verb in JOINT or not (source.denied or found.modality or found.verb in ACTING)):
        return False
    if acting and not source.denied and names_single_parties(listed):
        return False
    return all(is_value_of_each_item(p, source) for p in source.parts)


def names_single_parties(listed: Part) -> bool:
    """ "Der Mieter und der Vermieter können …": each is one with an article of its own, and both may have to agree."""
    return all(item.startswith(ARTICLES) for item in listed.text.lower().replace(" and ", " und ").split(" und "))


ARTICLES = ("der ", "die ", "das ", "the ")


def is_bound_of_each_item(source: Statement, place: int, part: Part) -> bool:
    """ "A und B dürfen nur werktags benutzt werden": what stands in front is bounded each by what is said after."""
    allowed = source.predicate.modality == "may" and place < source.front
    apart = RECIPROCAL & {word for p in source.parts for word in p.words}
    return allowed and not apart and part.scope == ("only",) and source.parts.index(part) >= source.front


RECIPROCAL = frozenset(
    {"verschieden", "unterschiedlich", "gesondert", "einvernehmlich", "einvernehmen", "once", "zahl"}
)
"""What is said of the items between them."""


def is_obligation(source: Statement) -> bool:
    found = source.predicate
    return not source.denied and (found.modality in {"must", "should"} or found.imperative or found.verb in NEEDING)


NEEDING = frozenset({"brauchen", "need", "require", "verlangen", "voraussetzen"})


def is_value_of_each_item(part: Part, source: Statement) -> bool:
    kinds = {word.split(":")[0] for word in part.words if ":" in word}
    if kinds <= OWN_VALUES or part.mark in LIMITS:
        return True
    return kinds == {"euro"} and any(p.mark == "per" and p.words in EACH for p in source.parts)


def split_list_items(words: Sequence[str]) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = [()]
    for word in words:
        if word == "and":
            groups.append(())
        else:
            groups[-1] += (word,)
    return [group for group in groups if group]


def selectable_items(groups: Sequence[tuple[str, ...]]) -> list[tuple[int, ...]]:
    """Items that stand for themselves: "alte Menschen und Kinder" may speak of old children."""
    plain = all(len(group) == 1 for group in groups)
    last = len(groups) - 1
    if plain:
        return [chosen for size in range(1, last + 1) for chosen in combinations(range(last + 1), size)]
    owned = any("of" in group for group in groups[1:])
    found: list[tuple[int, ...]] = [] if owned and any("of" in group for group in groups[:-1]) else [(0,)]
    found += [
        (index,)
        for index in range(1, last + 1)
        if (index == last or not owned) and all(len(group) == 1 for group in groups[:index])
    ]
    return found


def join_items(groups: Sequence[tuple[str, ...]], chosen: Sequence[int]) -> tuple[str, ...]:
    words: tuple[str, ...] = ()
    for index in chosen:
        words = (*words, "and", *groups[index]) if words else groups[index]
    return words


def split_into_item_statements(statement: Statement) -> list[Statement]:
    """ "Hunde und Katzen dürfen nicht baden" as a statement for each; none where it may be said of them together."""
    for place, part in enumerate(statement.parts):
        groups = split_list_items(part.words) if "and" in part.words else []
        texts = SEPARATORS.split(part.text)
        apart = 1 < len(groups) == len(texts) and not any("of" in group for group in groups)
        if apart and holds_for_each_item(statement, statement, place):
            halves = [replace(part, words=group, text=text) for group, text in zip(groups, texts, strict=True)]
            found = replace(statement.predicate, plural=False, singular=False)
            return [
                replace(
                    statement,
                    predicate=found,
                    parts=[half if p is part else p for p in statement.parts],
                    licences=[*statement.licences, "list: said of each"],
                )
                for half in halves
            ]
    return []
