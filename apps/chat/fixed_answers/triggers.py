"""Triggers: lines of words that give a fixed answer when a message holds them.

    mann|freund schlägt|haut mich     these words in this order, at most six others between neighbours
    ~schlägt mann                     these words in any order
    vergift*                          every word that begins so; *reiniger: that ends so
    selbstmord !statistik             not where this word stands anywhere in the message
    =danke                            nothing else in the message but the filling words

Words are compared by sound; long ones may differ by one letter (fuzzy_trigger_word_index.py).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.chat.fixed_answers.match_trigger_words import MatchedTriggerWords, ReadMessage
from apps.chat.fixed_answers.normalise_message_words import fold_as_typed, fold_message_text

MOST_BETWEEN = 6
SIGNS = "=~"
Atoms = frozenset[str]
"""Words of triggers, folded; beginnings end in a star, endings begin with one."""


class BadTrigger(ValueError):  # noqa: N818 - it is an answer to the person who writes triggers
    """A line that is no trigger; the message names it."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """`slots`: the words each of which may stand at that place."""

    slots: tuple[Atoms, ...]
    excluded: Atoms = frozenset()
    sign: str = ""


def parse_triggers(lines: str, names: Mapping[str, str] | None = None) -> list[Trigger]:
    """One for each line that is not empty; `<name>` stands for the words of that name. Raises BadTrigger."""
    return [parse_trigger(line, names or {}) for line in lines.splitlines() if line.strip()]


def parse_trigger(line: str, names: Mapping[str, str]) -> Trigger:
    written = line.strip()
    for name, words in names.items():
        written = written.replace(f"<{name}>", words)
    parts = written.lstrip(SIGNS).split()
    slots = tuple(alternatives(part) for part in parts if not part.startswith("!"))
    if not slots or not all(slots):
        raise BadTrigger(line.strip())
    excluded = [alternatives(part[1:]) for part in parts if part.startswith("!")]
    return Trigger(slots, frozenset().union(*excluded), written[0] if written[0] in SIGNS else "")


def alternatives(part: str) -> Atoms:
    """Folded, and as they are typed: "seuell" is "sexuell" without a letter, and not "sexull"."""
    return frozenset(
        atom for word in part.split("|") for read in (fold_message_text, fold_as_typed) if (atom := as_atom(word, read))
    )


def as_atom(word: str, read: Callable[[str], str]) -> str:
    letters = "".join(sign for sign in read(word) if sign.isalnum())
    if not letters or "*" not in (word[0], word[-1]):
        return letters
    return f"*{letters}" if word.startswith("*") else f"{letters}*"


class TriggerSet:
    """All triggers of one fixed answer in one language."""

    def __init__(self, triggers: Sequence[Trigger], fillers: Iterable[str] = ()) -> None:
        self.triggers = tuple(triggers)
        self.fillers = frozenset(fillers)
        self._single = WordsOfTriggers([one for one in self.triggers if len(one.slots) == 1])
        self._several = WordsOfTriggers([one for one in self.triggers if len(one.slots) > 1])

    def atoms(self) -> Atoms:
        return frozenset().union(*(words for one in self.triggers for words in (*one.slots, one.excluded)))

    def is_met(self, message: ReadMessage) -> bool:
        """Whether the message meets one of them.

        One word by itself must be that very word: "Kasse" is no misspelled "klasse".
        """
        alone, met = message.met_alone, message.met
        return self._is_any_met(self._single.with_rarest(alone.all), message.words, alone) or self._is_any_met(
            self._several.with_rarest(met.all), message.words, met
        )

    def is_nearly_met(self, message: ReadMessage) -> bool:
        """Whether the message would meet one of them if one more word were misspelled (WordIndex.met_once)."""
        return any(
            self._is_any_met(triggers.with_any(near), message.words, met)
            for triggers, variants in ((self._single, message.variants_alone), (self._several, message.variants))
            for near, met in variants
        )

    def _is_any_met(self, triggers: Iterable[Trigger], words: Sequence[str], met: MatchedTriggerWords) -> bool:
        return any(self._is_one_met(one, words, met) for one in triggers)

    def _is_one_met(self, trigger: Trigger, words: Sequence[str], met: MatchedTriggerWords) -> bool:
        if any(slot.isdisjoint(met.all) for slot in trigger.slots) or not trigger.excluded.isdisjoint(met.all):
            return False
        if trigger.sign == "=":
            return is_whole_met(trigger, met.by_word, [word in self.fillers for word in words])
        return trigger.sign == "~" or is_met_in_order(trigger, met.by_word)


class WordsOfTriggers:
    """Which triggers a word stands in, so that not all of them are tried with each message."""

    def __init__(self, triggers: Iterable[Trigger]) -> None:
        self._anywhere: defaultdict[str, list[Trigger]] = defaultdict(list)
        self._in_rarest: defaultdict[str, list[Trigger]] = defaultdict(list)
        for trigger in triggers:
            for atom in frozenset().union(*trigger.slots):
                self._anywhere[atom].append(trigger)
            for atom in min(trigger.slots, key=len):
                self._in_rarest[atom].append(trigger)

    def with_any(self, words: Atoms) -> Iterator[Trigger]:
        """Yields the triggers in which one of these words stands."""
        for word in words:
            yield from self._anywhere.get(word, ())

    def with_rarest(self, words: Atoms) -> Iterator[Trigger]:
        """Yields the triggers whose place with the fewest words one of these meets: without it a trigger is not."""
        for word in words:
            yield from self._in_rarest.get(word, ())


def is_whole_met(trigger: Trigger, met: Sequence[Atoms], fills: Sequence[bool]) -> bool:
    """Whether the words meet the slots one by one, with nothing between them but filling words.

    `fills` says which words of the message are filling ones.
    """
    reached = {0}
    for atoms, is_filling in zip(met, fills, strict=True):
        onward = {place + 1 for place in reached if place < len(trigger.slots) and trigger.slots[place] & atoms}
        reached = onward | reached if is_filling else onward
    return len(trigger.slots) in reached


def is_met_in_order(trigger: Trigger, met: Sequence[Atoms]) -> bool:
    """Whether the words meet the slots in their order, each near enough to the one before."""
    reached = [-1]
    for number, slot in enumerate(trigger.slots):
        within = len(met) if number == 0 else MOST_BETWEEN + 1
        places = [place for place, atoms in enumerate(met) if not slot.isdisjoint(atoms)]
        reached = [place for place in places if any(before < place <= before + within for before in reached)]
    return bool(reached)
