# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""A sentence with its place, what can be made of it, and where its main clause runs."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

DAMAGED = "damaged"
"""The source does not say it; it need not be wrong."""
CONTRADICTS = "contradicts"
"""The source says something else."""
PRESERVED = "preserved"


@dataclass(frozen=True, slots=True)
class Sentence:
    """`following` is the next sentence of the same paragraph, for facts that get merged."""

    text: str
    language: str
    source: str
    following: str = ""


@dataclass(frozen=True, slots=True)
class Mutation:
    """`quote` is empty where the sentence itself is the quote."""

    mutation: str
    kind: str
    label: str
    claim: str
    quote: str = ""

    def row(self, sentence: Sentence) -> dict[str, Any]:
        return {
            "language": sentence.language,
            "source": sentence.source,
            "mutation": self.mutation,
            "kind": self.kind,
            "label": self.label,
            "quote": self.quote or sentence.text,
            "claim": self.claim,
        }


Rule = Callable[[Sentence], Iterable[Mutation]]


@dataclass(frozen=True, slots=True)
class Swap:
    """Words that change the sense: `old` is a pattern, `new` what takes its place (groups allowed).

    `unless` is looked for in the 40 characters on both sides, where the words mean something else.
    """

    kind: str
    label: str
    old: str
    new: str
    unless: str = ""


def swapped(swap: Swap, sentence: Sentence) -> Iterator[Mutation]:
    """One mutation for each place. What contradicts in a main clause is only unsupported in a condition."""
    for match in pattern(rf"(?<![\w-])(?:{swap.old})(?![\w-])").finditer(sentence.text):
        if swap.unless and pattern(swap.unless).search(window(sentence.text, match)):
            continue
        new = re.sub(r"\\(\d)", lambda group, match=match: match[int(group[1])] or "", swap.new)  # type: ignore[misc]
        claim = with_replaced(sentence.text, match.start(), match.end(), like(match[0], new))
        label = label_at(swap.label, sentence, match.start())
        yield Mutation(f"{match[0]} -> {new}", swap.kind, label, claim)


@cache
def pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Compiled once: there are more of them than `re` keeps."""
    return re.compile(text, flags)


def window(text: str, match: re.Match[str], width: int = 40) -> str:
    return text[max(0, match.start() - width) : match.end() + width]


def with_replaced(text: str, start: int, end: int, new: str) -> str:
    return tidy(text[:start] + new + text[end:])


def like(old: str, new: str) -> str:
    """A capital at the start is kept; a word in small letters does not lose the capital of a noun."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:])", r"\1", text)
    text = re.sub(r",+([,.;])", r"\1", text)
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


SUBORDINATORS = {
    "de": r"(?:auch |nur |insbesondere |es sei denn |außer |und |oder |sowie )*(?:wenn|falls|sofern|soweit|solange|sobald|"
    r"dass|daß|weil|da|obwohl|damit|ob|wer|wem|wen|wessen|bevor|nachdem|während|bis|indem|ohne|um|statt|als|wie|wo\w*|was|"
    r"(?:an |auf |aus |bei |durch |für |gegen |hinter |in |mit |nach |über |um |unter |von |vor |zu |zwischen )?"
    r"(?:der|die|das|den|dem|deren|dessen|denen|welche[rsnm]?))\b",
    "en": r"(?:even |only |and |or |except )*(?:if|unless|when|where|whether|that|which|who|whom|whose|because|although|"
    r"though|while|until|before|after|since|as|provided|in which|for which|to whom)\b",
}
VERB_FIRST = (
    r"(?:Ist|Sind|Wird|Werden|Hat|Haben|Kann|Können|Soll|Sollen|Muss|Darf|Liegt|Liegen|Besteht|Bestehen|Erfolgt|"
)
VERB_FIRST += r"Stellt|Stirbt|Endet|Tritt|Treten|Kommt|Stimmt|Ergibt|Ergeben|Gibt|Hält|Macht|Steht|Wurde|Wurden)\b"
FINITE = {
    "de": r"(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|hatten|kann|können|konnte|konnten|darf|dürfen|"
    r"durfte|muss|muß|müssen|musste|mussten|soll|sollen|sollte|sollten|gilt|gelten|beträgt|betragen|erhält|erhalten|endet|"
    r"enden|beginnt|beginnen|bedarf|bedürfen|entscheidet|tritt|treten|haftet|haften|besteht|bestehen|erfolgt|erfolgen|trägt|"
    r"tragen|findet|finden|gibt|steht|stehen|liegt|liegen|führt|führen|erhebt|bestimmt|bestimmen|regelt|umfasst|umfassen|"
    r"enthält|beschließt|stellt|setzt|dient|dienen|obliegt|richtet|entsteht|erlischt|leistet|zahlt|zahlen|prüft|erteilt|"
    r"kommt|kommen|bleibt|bleiben|geht|gehen|haftet|bildet|beläuft|kostet|dauert|wählt|vertritt|ergibt|legt|nimmt|macht)\b",
    "en": r"(?:is|are|was|were|will|would|has|have|had|can|could|may|might|must|shall|should|does|do|did|applies|apply|costs|"
    r"cost|pays|pay|begins|ends|opens|closes|lasts|covers|requires|require|includes|decides|said|says|told|receives|gives)\b",
}


def label_at(label: str, sentence: Sentence, place: int) -> str:
    """A changed condition, attribute or subject makes another rule, which the source neither holds nor denies."""
    if label != CONTRADICTS or is_predicate(sentence, place):
        return label
    return DAMAGED


def is_predicate(sentence: Sentence, place: int) -> bool:
    """In a main clause, after its finite verb."""
    start = 0
    verb_seen = False
    for part in re.split(r"(?<=[,;]) ", sentence.text):
        end = start + len(part) + 1
        subordinate = re.match(SUBORDINATORS[sentence.language], part.lstrip(" ("), re.IGNORECASE) is not None
        if start == 0:
            subordinate = is_opening_condition(sentence)
        if subordinate:
            if start <= place < end:
                return False
            verb_seen = verb_seen or start == 0
        else:
            verb = re.search(rf"(?<!\w){FINITE[sentence.language]}", part)
            if start <= place < end:
                return verb_seen or (verb is not None and place >= start + verb.start())
            verb_seen = verb_seen or verb is not None
        start = end
    return False


def is_opening_condition(sentence: Sentence) -> bool:
    first = sentence.text.split(",")[0]
    opening = re.match(
        {
            "de": rf"(?i:wenn|falls|sofern|soweit|solange|sobald|wer|wird|ist|sind|bevor|nachdem|während|auch wenn)\b|{VERB_FIRST}",
            "en": SUBORDINATORS["en"],
        }[sentence.language],
        first,
        re.IGNORECASE if sentence.language == "en" else 0,
    )
    return opening is not None and not (sentence.language == "en" and first.startswith("That "))


def all_of(swaps: Iterable[Swap]) -> Rule:
    """A rule of a table."""
    table = list(swaps)

    def rule(sentence: Sentence) -> Iterator[Mutation]:
        for swap in table:
            yield from swapped(swap, sentence)

    return rule


def pairs(kind: str, label: str, text: str, unless: str = "") -> list[Swap]:
    """`a > b` in one direction, `a = b` in both; separated by semicolons. The other of the two nearby forbids it."""
    found = []
    for item in filter(None, (part.strip() for part in text.split(";"))):
        old, sign, new = item.partition(" = ") if " = " in item else item.partition(" > ")
        found.append(Swap(kind, label, old, new, "|".join(filter(None, [unless, rf"\b{new}\b"]))))
        if sign == " = ":
            found.append(Swap(kind, label, new, old, "|".join(filter(None, [unless, rf"\b{old}\b"]))))
    return found


def stems(kind: str, label: str, text: str) -> list[Swap]:
    """Pairs of adjectives: the bare form may stand in a predicate, with an ending it is an attribute."""
    found = []
    for item in text.split():
        first, second = item.split("=")
        for old, new in ((first, second), (second, first)):
            both = rf"\b{new}"
            found.append(Swap(kind, label, old, new, both))
            found.append(Swap(f"{kind}, attribute", DAMAGED, rf"{old}(e|en|er|es|em)", rf"{new}\1", both))
    return found
