"""Which words of triggers a word of a message is: by sound, and with one wrong letter where it is long. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from apps.chat.fixed_answers.message_words import plain_sound, sound, sound_of_beginning

SHORTEST_INEXACT, SHORTEST_REPLACED = 4, 6
"""Letters from which on a word may lack a letter, have one too many or two exchanged; and from which on one may be
another: among shorter ones too many real words are neighbours."""
MOST_WORDS_INEXACT = 12
MOST_REMEMBERED = 16_384
Sound = Callable[[str], str]


class WordIndex:
    """Finds the words without comparing with each of them. `german`: "brend" and "brennt" sound alike."""

    def __init__(self, atoms: Iterable[str], *, german: bool) -> None:
        self._whole: Sound = sound if german else plain_sound
        self._beginning: Sound = sound_of_beginning if german else plain_sound
        self._by_sound: defaultdict[str, set[str]] = defaultdict(set)
        self._by_gap: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        self._beginnings: defaultdict[str, set[str]] = defaultdict(set)
        self._endings: dict[str, str] = {}
        self._known: dict[tuple[str, bool], frozenset[str]] = {}
        for atom in set(atoms):
            self._add(atom)

    def _add(self, atom: str) -> None:
        if atom.startswith("*"):
            self._endings[atom] = self._whole(atom[1:])
        elif atom.endswith("*"):
            heard = self._beginning(atom[:-1])
            self._beginnings[heard].add(atom)
            self._add_inexact(atom, heard)
        else:
            heard = self._whole(atom)
            self._by_sound[heard].add(atom)
            self._add_inexact(atom, heard)

    def _add_inexact(self, atom: str, heard: str) -> None:
        if len(heard) >= SHORTEST_INEXACT:
            for gapped in with_gaps(heard):
                self._by_gap[gapped].add((atom, heard))

    def met_by_all(self, words: Sequence[str]) -> list[frozenset[str]]:
        """For each folded word of a message the words of triggers that it is.

        Letters are forgiven in short messages only: who is in need writes few words, and many words meet by chance.
        """
        return [self._met_by(word, len(words) <= MOST_WORDS_INEXACT) for word in words]

    def _met_by(self, word: str, is_lenient: bool) -> frozenset[str]:
        """Remembered: the same words come again and again."""
        key = (word, is_lenient)
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            heard, begun = self._whole(word), self._beginning(word)
            found = set(self._exact(heard, begun))
            self._known[key] = frozenset(found.union(self._near(heard)) if is_lenient else found)
        return self._known[key]

    def _exact(self, heard: str, begun: str) -> Iterator[str]:
        yield from self._by_sound.get(heard, ())
        for length in range(1, len(begun) + 1):
            yield from self._beginnings.get(begun[:length], ())
        yield from (atom for atom, ending in self._endings.items() if heard.endswith(ending))

    def _near(self, heard: str) -> Iterator[str]:
        for gapped in with_gaps(heard):
            for atom, expected in self._by_gap.get(gapped, ()):
                if differs_by_one(heard, expected):
                    yield atom


def with_gaps(heard: str) -> Iterator[str]:
    """The word, and the word without one of its letters but the first: two that differ by one have one in common."""
    yield heard
    for place in range(1, len(heard)):
        yield heard[:place] + heard[place + 1 :]


def differs_by_one(heard: str, expected: str) -> bool:
    """One letter more or less, two exchanged, in long words another one; never the first letter."""
    if abs(len(heard) - len(expected)) > 1 or heard[:1] != expected[:1]:
        return False
    pairs = enumerate(zip(heard, expected, strict=False))
    start = next((i for i, (one, other) in pairs if one != other), min(len(heard), len(expected)))
    rest, other_rest = heard[start:], expected[start:]
    if rest[1:] == other_rest or rest == other_rest[1:]:
        return True
    if rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:]:
        return True
    return len(expected) >= SHORTEST_REPLACED and rest[1:] == other_rest[1:]
