"""Which words of triggers a word of a message is: by sound, and with one wrong letter where it is long. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from apps.chat.fixed_answers.message_words import plain_sound, sound, sound_of_beginning

SHORTEST_INEXACT = 6
"""Letters from which on a word may differ by one: among shorter ones too many real words are neighbours."""
MOST_REMEMBERED = 16_384
Sound = Callable[[str], str]


class WordIndex:
    """Finds the words without comparing with each of them. `german`: "brend" and "brennt" sound alike."""

    def __init__(self, atoms: Iterable[str], *, german: bool) -> None:
        self._whole: Sound = sound if german else plain_sound
        self._beginning: Sound = sound_of_beginning if german else plain_sound
        self._by_sound: defaultdict[str, set[str]] = defaultdict(set)
        self._by_gap: defaultdict[str, set[str]] = defaultdict(set)
        self._beginnings: defaultdict[str, set[str]] = defaultdict(set)
        self._endings: dict[str, str] = {}
        self._met_by: dict[str, frozenset[str]] = {}
        for atom in set(atoms):
            self._add(atom)

    def _add(self, atom: str) -> None:
        if atom.startswith("*"):
            self._endings[atom] = self._whole(atom[1:])
        elif atom.endswith("*"):
            self._beginnings[self._beginning(atom[:-1])].add(atom)
        else:
            heard = self._whole(atom)
            self._by_sound[heard].add(atom)
            if len(atom) >= SHORTEST_INEXACT:
                for gapped in with_gaps(heard):
                    self._by_gap[gapped].add(atom)

    def met_by(self, word: str) -> frozenset[str]:
        """The words of triggers that this folded word is. Remembered: the same words come again and again."""
        if word not in self._met_by:
            if len(self._met_by) >= MOST_REMEMBERED:
                self._met_by.clear()
            self._met_by[word] = frozenset(self._find(word))
        return self._met_by[word]

    def _find(self, word: str) -> Iterator[str]:
        heard, begun = self._whole(word), self._beginning(word)
        yield from self._by_sound.get(heard, ())
        for length in range(1, len(begun) + 1):
            yield from self._beginnings.get(begun[:length], ())
        for gapped in with_gaps(heard):
            for atom in self._by_gap.get(gapped, ()):
                if differs_by_one(heard, self._whole(atom)):
                    yield atom
        yield from (atom for atom, ending in self._endings.items() if heard.endswith(ending))


def with_gaps(heard: str) -> Iterator[str]:
    """The word, and the word without one of its letters but the first: two that differ by one have one in common."""
    yield heard
    for place in range(1, len(heard)):
        yield heard[:place] + heard[place + 1 :]


def differs_by_one(one: str, other: str) -> bool:
    """One letter more, less, other, or two exchanged; never the first one."""
    if abs(len(one) - len(other)) > 1 or one[:1] != other[:1]:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[start:], other[start:]
    if rest[1:] == other_rest[1:] or rest[1:] == other_rest or rest == other_rest[1:]:
        return True
    return rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:]
