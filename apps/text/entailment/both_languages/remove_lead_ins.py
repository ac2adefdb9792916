"""Removes lead-ins that say nothing themselves ("Es gilt:"), greetings, and abbreviations in brackets after a name."""

import re
from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.tokens.separable_prefixes import PARTICLES
from apps.text.entailment.tokens.token import Token
from apps.text.grammar.item_labels import BRACKETED_LABEL

LEAD_INS = frozenset(
    {
        *("es gilt", "es gilt folgendes", "folgendes gilt", "es gilt folgende regelung", "folgende regelung gilt"),
        *("dabei gilt", "dabei gilt folgendes", "hierbei gilt", "hierbei gilt folgendes", "hier gilt", "es gilt also"),
        *("es gelten folgende regeln", "es gilt folgende regel", "hier gilt folgendes", "die regel lautet"),
        *("bitte beachten sie", "bitte beachten sie folgendes", "beachten sie bitte", "zu beachten ist", "hinweis"),
        *("das ist geregelt", "geregelt ist", "dazu gilt", "außerdem gilt", "grundsätzlich gilt folgendes"),
        *(
            "wichtig",
            "das bedeutet für sie",
            "the following applies",
            "the following rule applies",
            "this rule applies",
        ),
        *("please note", "this rule applies", "please note that", "note", "important", "the rule is"),
    }
)
GREETING = re.compile(r"\A\s*(?:Sehr geehrte[rs]?|Liebe[rs]?|Guten Tag|Dear)\b[^.!?,:;\n\d]{0,80},\s+", re.IGNORECASE)
"""What a letter begins with."""


def strip_greeting(text: str) -> str:
    """ "Sehr geehrte Damen und Herren, der Zugang …" without its greeting."""
    return GREETING.sub("", text, count=1)


LABEL = re.compile(rf"(?<=:)\s{{1,3}}{BRACKETED_LABEL}(?=\s+[A-ZÄÖÜ])")
"""Of an item after the colon of its list: "(2)", "a)"."""


def strip_item_labels(text: str) -> str:
    """ "Es gilt: a) Der Zugang …" without its letter."""
    return LABEL.sub("", text)


LONGEST_LEAD = 7


def drop_lead_ins(tokens: Sequence[Token]) -> list[Token]:
    """Drops "Es gilt:", "Dabei gilt Folgendes:", "Please note:" in front of a sentence or of a list."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        if not done or done[-1].kind in {"end", "bullet"}:
            index += lead_in_length(tokens[index : index + LONGEST_LEAD + 1])
            if index == len(tokens):
                break
        done.append(tokens[index])
        index += 1
    return done


def lead_in_length(tokens: Sequence[Token]) -> int:
    """How many tokens a lead-in has, its colon and the end of its line with it; 0 when there is none."""
    if told := announcement_length(tokens):
        return told
    colon = next((i for i, t in enumerate(tokens) if t.text == ":"), 0)
    if " ".join(t.low for t in tokens[:colon]) not in LEAD_INS:
        return 0
    following = tokens[colon + 1 : colon + 2]
    return colon + 1 + (bool(following) and following[0].kind == "end")


ANNOUNCING = frozenset(
    {
        *("bitte beachten sie", "beachten sie bitte", "beachten sie", "bitte beachten sie auch", "zu beachten ist"),
        *("es wird darauf hingewiesen", "wir weisen darauf hin", "wir weisen sie darauf hin", "es gilt"),
        *("wichtig ist", "bitte denken sie daran", "es ist zu beachten", "bitte achten sie darauf"),
    }
)
"""What stands before "dass" and says nothing of its own."""


def announcement_length(tokens: Sequence[Token]) -> int:
    """How many tokens stand before the "dass" of "Bitte beachten Sie, dass …"; 0 where nothing is announced."""
    place = next((i for i, t in enumerate(tokens) if t.low in {"dass", "daß"}), 0)
    said = " ".join(t.low for t in tokens[:place] if t.text != ",")
    return place if said in ANNOUNCING else 0


def bracketed_abbreviations(tokens: Sequence[Token]) -> frozenset[str]:
    """Each abbreviation in brackets that stands for the words before it: "Zweckverband (ZV)"."""
    return frozenset(tokens[i + 1].text for i in range(1, len(tokens)) if is_bracketed_abbreviation(tokens, i))


def is_bracketed_abbreviation(tokens: Sequence[Token], at: int) -> bool:
    """An opening bracket, an abbreviation of the words before, a closing one."""
    if tokens[at].text != "(" or at + 2 >= len(tokens) or tokens[at + 2].text != ")":
        return False
    name = tokens[at + 1].text
    capitals = sum(sign.isupper() for sign in name)
    if not name.isalpha() or capitals < FEWEST_CAPITALS:
        return False
    return abbreviates(name, [t.low for t in tokens[max(0, at - LONGEST_NAME) : at]])


FEWEST_CAPITALS = 2
LONGEST_NAME = 9
"""Words that an abbreviation may stand for."""


def abbreviates(name: str, words: Sequence[str]) -> bool:
    """The letters stand in the words in this order, the first one at the beginning of a word."""
    for index, word in enumerate(words):
        if word[:1] == name[0].lower():
            letters = iter("".join(words[index:]))
            if all(letter in letters for letter in name.lower()):
                return True
    return False


def drop_bracketed_abbreviations(tokens: Sequence[Token]) -> list[Token]:
    """Drops abbreviations in brackets after what they stand for."""
    names = {i + step for i in range(1, len(tokens)) if is_bracketed_abbreviation(tokens, i) for step in range(3)}
    return [token for index, token in enumerate(tokens) if index not in names]


def split_nicht_prefix(tokens: Sequence[Token]) -> list[Token]:
    """ "nichtöffentlich" as "nicht öffentlich"."""
    done: list[Token] = []
    for token in tokens:
        rest = token.key.removeprefix("nicht")
        if token.kind == "adj" and rest != token.key and len(rest) > len("nicht"):
            done += [Token("nicht", "not", "neg"), replace(token, key=rest)]
        else:
            done.append(token)
    return done


def merge_lists_into_sentences(tokens: Sequence[Token]) -> list[Token]:
    """ "Sie müssen anzeigen:", and points below, as one sentence: "Sie müssen anzeigen den Beginn und die Aufgabe"."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        open_list = tokens[index].text == ":" and bool(done) and done[-1].kind != "end"
        points, end = list_points_after_colon(tokens, index) if open_list else ([], index)
        rows, last = list_rows_after_colon(tokens, index) if open_list and not points else ([], index)
        if rows:
            done, index = sentences_under_heading(done, rows), last
        elif points:
            verb = [done.pop()] if ends_with_infinitive(done) else []
            done, index = [*done, *join_points_with_and(points), *verb], end
        else:
            done.append(tokens[index])
            index += 1
    return done


def ends_with_infinitive(tokens: Sequence[Token]) -> bool:
    """ "Sie müssen anzeigen:": in a sentence of its own the verb stands after what is listed."""
    if tokens[-1].low in PARTICLES and any(t.kind == "verb" for t in tokens[:-1]):
        return True
    helped = any(t.kind in {"modal", "aux"} for t in tokens[:-1])
    return helped and tokens[-1].kind == "verb" and tokens[-1].form in {"INF", "PP"}


def list_items_after_colon(tokens: Sequence[Token], colon: int) -> tuple[list[list[Token]], int]:
    """The tokens of each item after a bullet after a colon, and where the list ends."""
    index = colon + 1
    items: list[list[Token]] = []
    while index < len(tokens) and tokens[index].kind in {"end", "bullet"}:
        if tokens[index].kind == "bullet":
            items.append([])
        index += 1
        while items and index < len(tokens) and tokens[index].kind not in {"end", "bullet"}:
            items[-1].append(tokens[index])
            index += 1
    return items, index


def list_points_after_colon(tokens: Sequence[Token], colon: int) -> tuple[list[list[Token]], int]:
    """The points of a list after a colon, and where it ends; none when a point is a sentence or a row of its own."""
    points, index = list_items_after_colon(tokens, colon)
    points = [[t for t in point if t.text not in {",", ";"} or t is not point[-1]] for point in points if point]
    return (points, index) if points and all(map(is_verbless_phrase, points)) else ([], colon)


def list_rows_after_colon(tokens: Sequence[Token], colon: int) -> tuple[list[list[Token]], int]:
    """The rows "für Kinder: 5 Euro" of a list after a colon, without their own colons, and where the list ends."""
    rows, index = list_items_after_colon(tokens, colon)
    if len(rows) <= 1 or not all(map(is_priced_row, rows)):
        return [], colon
    return [[t for t in row if t.text != ":"] for row in rows], index


def is_priced_row(row: Sequence[Token]) -> bool:
    """A phrase with a preposition, a colon and a value: "für Kinder: 5 Euro"."""
    colons = [i for i, t in enumerate(row) if t.text == ":"]
    phrase = (
        bool(row)
        and row[0].kind in {"prep", "limit"}
        and not any(t.kind in {"verb", "aux", "modal", "sub"} for t in row)
    )
    return phrase and len(colons) == 1 and sum(t.value is not None for t in row[colons[0] :]) == 1


def sentences_under_heading(done: Sequence[Token], rows: Sequence[Sequence[Token]]) -> list[Token]:
    """ "Der Beitrag im Monat:" at the end of what is read, and its rows, as one sentence for each."""
    begin = next((i + 1 for i in range(len(done) - 1, -1, -1) if done[i].kind in {"end", "bullet"}), 0)
    heading, found = done[begin:], list(done[:begin])
    verb_last = heading[-1].kind in {"verb", "aux"}
    for row in rows:
        place = next(i for i in range(len(row) - 1, -1, -1) if row[i].value is not None)
        said = [*row[place:], *row[:place]] if verb_last else row  # "beträgt 5 Euro für Kinder"
        found += [*heading, *said, Token(".", ".", "end")]
    return found


def is_verbless_phrase(point: Sequence[Token]) -> bool:
    finite = any(t.kind in {"aux", "modal"} or (t.kind == "verb" and t.form.startswith("FIN")) for t in point)
    return not finite and not any(t.text in {":", ";"} or t.kind == "sub" for t in point)


SUPPLIED = "supplied"
"""Form of a conjunction that nobody wrote: between points of a list "und" and "oder" are both left to the reader."""


def join_points_with_and(points: Sequence[Sequence[Token]]) -> list[Token]:
    """Points in a row with "and" before the last, unless they say "or" themselves."""
    found: list[Token] = []
    for number, point in enumerate(points):
        joins = point[-1].kind == "conj" if point else False
        found += point
        if joins or number + 1 == len(points):
            continue
        last = number + 2 == len(points)
        found.append(Token("", "and", "conj", SUPPLIED) if last else Token(",", ",", "punct"))
    return found
