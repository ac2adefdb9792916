"""Merges coordinated phrases into one part: "der Antrag, die Vollmacht und der Nachweis"."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import GENITIVE, Part

Placed = tuple[int, Part]
JOINTS = frozenset({"and", "or"})


def merge_enumerations(placed: Sequence[Placed]) -> list[Placed]:
    """Each with the place of its first token."""
    placed = merge_pairs([half for each in placed for half in split_off_final_conjunction(each)])
    done: list[Placed] = []
    index = 0
    while index < len(placed):
        end = end_of_list(placed, index)
        done.append((placed[index][0], merge_list_items([part for _, part in placed[index : end + 1]])))
        index = end + 1
    return done


def split_off_final_conjunction(placed: Placed) -> list[Placed]:
    """ "die Anlage verändert oder stilllegt": the conjunction between the verbs is no part of the phrase before it."""
    place, part = placed
    if len(part.words) < len(("anlage", "or")) or part.words[-1] not in JOINTS:
        return [placed]
    joint = Part("adv", part.words[-1:], text=part.text.split(" ")[-1])
    return [(place, replace(part, words=part.words[:-1])), (place, joint)]


def merge_pairs(placed: Sequence[Placed]) -> list[Placed]:
    """ "vom Schriftführer und vom Vorsitzenden" as one part; not where values may belong to either in turn."""
    done: list[Placed] = []
    for place, part in placed:
        before = done[-1][1] if done else None
        if before is not None and (is_pair(before, part) or is_alternative(before, part)):
            words = (*before.words, part.mark.partition("+")[0], *part.words)
            done[-1] = (done[-1][0], replace(before, words=words, text=f"{before.text} {part.text}"))
        else:
            done.append((place, part))
    return done


def is_pair(before: Part, part: Part) -> bool:
    if part.mark != f"and+{before.mark}" or part.sign or before.scope or part.scope:
        return False
    simple = len(before.words) == len(part.words) == 1
    return simple and not before.has_value and not part.has_value


def is_alternative(before: Part, part: Part) -> bool:
    """ "innerhalb von sechs Monaten oder innerhalb von 24 Wochen": two periods, or two phrases of no value."""
    if part.mark != f"or+{before.mark}" or part.sign or before.scope or part.scope:
        return False
    return before.has_value == part.has_value and "of" not in {*before.words, *part.words}


def end_of_list(placed: Sequence[Placed], start: int) -> int:
    """Returns the place of the last phrase, the one with "und", of the list from `start` on; `start` without one."""
    first = placed[start][1]
    if not (is_list_item(first) or is_governed_by_preposition(first)) or JOINTS & set(first.words):
        return start
    for index in range(start + 1, len(placed)):
        part = placed[index][1]
        if part.sign != "," or not is_list_item(part):
            return start
        if JOINTS & set(part.words):
            return index
    return start


def is_list_item(part: Part) -> bool:
    return part.mark == "np" and not part.scope and not part.has_value and bool(part.words)


def is_governed_by_preposition(part: Part) -> bool:
    """ "für Schüler, Studierende und Auszubildende": a preposition stands only in front of the first."""
    return part.mark in GOVERNING and not part.scope and not part.has_value and len(part.words) == 1


GOVERNING = frozenset({"for", "with", "without", "on", "from", "by", "against", "about_topic", "to", "near"})


def merge_list_items(items: Sequence[Part]) -> Part:
    if len(items) == 1:
        return items[0]
    words: tuple[str, ...] = items[0].words
    joint = next(word for word in items[-1].words if word in JOINTS)
    for item in items[1:-1]:
        words = (*words, joint, *item.words)
    cases = frozenset.intersection(*(item.cases for item in items)) or items[0].cases
    if "of" in items[0].words and all(GENITIVE in item.cases for item in items[1:]):
        cases = items[0].cases  # "Änderungen der Anschrift, der Nummer und des Namens"
    text = ", ".join(item.text for item in items)
    return replace(
        items[0], words=factor_out_shared_genitive((*words, joint, *items[-1].words), joint), cases=cases, text=text
    )


def factor_out_shared_genitive(words: tuple[str, ...], joint: str) -> tuple[str, ...]:
    """ "den Beginn des Betriebs und die Aufgabe des Betriebs" as "den Beginn und die Aufgabe des Betriebs"."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word == joint:
            groups.append([])
        else:
            groups[-1].append(word)
    tails = {tuple(group[group.index("of") :]) if "of" in group else () for group in groups}
    if len(tails) != 1 or tails == {()}:
        return words
    tail = tails.pop()
    heads = [word for group in groups[:-1] for word in (*group[: -len(tail)], joint)]
    return (*heads, *groups[-1])
