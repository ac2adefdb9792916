"""Replaces words and phrases of the same meaning by one key each, from the table in equivalents.tsv."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from apps.text.entailment.tokens.token import Token

TABLE = Path(__file__).with_name("equivalents.tsv")
NO_NUMBER = "~"
OF_REFERENCE = "^"
AFTER_PREPOSITION = "%"
REFERENCES = frozenset({"§", "artikel", "absatz", "anlage", "abschnitt"})


@dataclass(frozen=True, slots=True)
class Equivalent:
    """`words` in a row stand for `key` of `kind`.

    `no_number` forbids a number after them, `of_reference` asks for "§" or its like there,
    `is_after_preposition` for a preposition before them.
    """

    words: tuple[str, ...]
    kind: str
    key: str
    no_number: bool = False
    of_reference: bool = False
    after_preposition: bool = False

    def may_precede(self, following: Token | None) -> bool:
        if self.of_reference:
            return following is not None and following.key in REFERENCES
        if not self.no_number or following is None:
            return True
        return following.kind not in {"value", "det"} and following.key not in {"after", "before"}


@dataclass(frozen=True, slots=True)
class EquivalentsByFirstWord:
    """All of `read_equivalents` that begin with one word, the longest first; their single words; second words of the
    rest."""

    entries: tuple[Equivalent, ...] = ()
    single: tuple[Equivalent, ...] = ()
    second: frozenset[str] = frozenset()

    def before(self, following: Token | None) -> tuple[Equivalent, ...]:
        """What may stand in front of that token: hardly ever more than a single word, of dozens that begin so."""
        goes_on = following is not None and (following.low in self.second or following.key in self.second)
        return self.entries if goes_on else self.single


NOTHING = EquivalentsByFirstWord()


@cache
def equivalents_table(language: str) -> dict[str, EquivalentsByFirstWord]:
    """By first word."""
    found: dict[str, list[Equivalent]] = {}
    for entry in read_equivalents(language):
        found.setdefault(entry.words[0], []).append(entry)
    return {word: group_equivalents(group) for word, group in found.items()}


def group_equivalents(group: Iterable[Equivalent]) -> EquivalentsByFirstWord:
    ordered = tuple(sorted(group, key=longest_first_sort_key))
    single = tuple(entry for entry in ordered if len(entry.words) == 1)
    return EquivalentsByFirstWord(
        ordered, single, frozenset(entry.words[1] for entry in ordered if len(entry.words) > 1)
    )


def longest_first_sort_key(entry: Equivalent) -> int:
    return -len(entry.words)


def read_equivalents(language: str) -> Iterator[Equivalent]:
    for line in TABLE.read_text("utf-8").splitlines():
        if not line.startswith(f"{language}\t"):
            continue
        _, target, alternatives = line.split("\t")
        kind, _, key = target.partition(":")
        for alternative in alternatives.split(" | "):
            words = tuple(alternative.split(" "))
            sign = words[-1]
            if sign in {NO_NUMBER, OF_REFERENCE, AFTER_PREPOSITION}:
                signs = (sign == NO_NUMBER, sign == OF_REFERENCE, sign == AFTER_PREPOSITION)
                yield Equivalent(words[:-1], kind, key, *signs)
            else:
                yield Equivalent(words, kind, key)


@cache
def equivalent_verbs(language: str) -> dict[str, str]:
    """Single verbs by base form: for separable verbs, which are put together only with their clause."""
    return {e.words[0]: e.key for e in read_equivalents(language) if e.kind == "verb" and len(e.words) == 1}


def equivalent_verb(verb: str, language: str = "de") -> str:
    """Returns what stands in the table for a single verb by its base form; the verb itself where nothing does."""
    return equivalent_verbs(language).get(verb, verb)


def replace_equivalents(tokens: Sequence[Token], language: str) -> list[Token]:
    """Each phrase of the table as one token; its text stays what was written."""
    known, done, index = equivalents_table(language), [], 0
    while index < len(tokens):
        first = tokens[index]
        entry = matching_equivalent(tokens, index, known) if first.low in known or first.key in known else None
        if entry is None:
            done.append(first)
            index += 1
            continue
        phrase = tokens[index : index + len(entry.words)]
        attribute = entry.kind == "adv" and phrase[-1].kind == "adj"  # "vorübergehendem Fehlen"
        form = phrase[-1].form if attribute or entry.kind in {"verb", "adj", "noun"} else ""
        done.append(
            replace(
                phrase[0], text=" ".join(t.text for t in phrase), key=entry.key, kind=entry.kind, form=form, value=None
            )
        )
        index += len(entry.words)
    return done


def matching_equivalent(
    tokens: Sequence[Token], index: int, known: Mapping[str, EquivalentsByFirstWord]
) -> Equivalent | None:
    first = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    entries = known.get(first.low, NOTHING).before(following)
    if first.key != first.low and (others := known.get(first.key, NOTHING).before(following)):
        entries = tuple(sorted((*entries, *others), key=longest_first_sort_key))
    for entry in entries:
        end = index + len(entry.words)
        if len(entry.words) == 1 and entry.kind in {"noun", "verb"} and first.kind != entry.kind:
            continue
        if entry.after_preposition and not is_after_preposition(tokens, index):
            continue
        if len(entry.words) == 1 and entry.kind == "adj" and first.kind == "noun":
            continue
        if end > len(tokens) or not entry.may_precede(tokens[end] if end < len(tokens) else None):
            continue
        others_said = zip(entry.words[1:], tokens[index + 1 : end], strict=True)
        if len(entry.words) == 1 or all(word in (t.low, t.key) for word, t in others_said):
            return entry
    return None


def is_after_preposition(tokens: Sequence[Token], index: int) -> bool:
    """Right after it, or with an article between."""
    before = [t.kind for t in tokens[max(0, index - 2) : index]]
    return before[-1:] == ["prep"] or before == ["prep", "det"]
