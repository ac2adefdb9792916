"""Which words of triggers a word of a message is: by sound, and with one wrong letter where it is long. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from apps.chat.fixed_answers.message_words import plain_sound, sound, sound_of_beginning

SHORTEST_INEXACT, SHORTEST_REPLACED = 4, 6
"""Letters from which on a word may lack a letter, have one too many or two exchanged; and from which on one may be
another: among shorter ones too many real words are neighbours."""
SHORTEST_ALONE = 8
"""The same for a word that is a trigger by itself."""
MOST_WORDS_INEXACT = 12
MOST_REMEMBERED = 16_384
Sound = Callable[[str], str]


class WordIndex:
    """Finds the words without comparing with each of them. `german`: "brend" and "brennt" sound alike.

    Short words of other languages are forgiven nothing: too many German ones are their neighbours.
    """

    def __init__(self, atoms: Iterable[str], *, german: bool) -> None:
        self._whole: Sound = sound if german else plain_sound
        self._shortest_inexact = SHORTEST_INEXACT if german else SHORTEST_REPLACED
        self._beginning: Sound = sound_of_beginning if german else plain_sound
        self._by_sound: defaultdict[str, set[str]] = defaultdict(set)
        self._beginnings: defaultdict[str, set[str]] = defaultdict(set)
        self._endings: dict[str, str] = {}
        self._known: dict[tuple[str, int], frozenset[str]] = {}
        self._words = frozenset(atoms)
        by_gap: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for atom in self._words:
            self._add(atom, by_gap)
        # Most have one word: in a set that would take four times the room, megabytes in all.
        self._by_gap = {gapped: tuple(words) for gapped, words in by_gap.items()}

    def _add(self, atom: str, by_gap: defaultdict[str, set[tuple[str, str]]]) -> None:
        if atom.startswith("*"):
            self._endings[atom] = self._whole(atom[1:])
        elif atom.endswith("*"):
            heard = self._beginning(atom[:-1])
            self._beginnings[heard].add(atom)
            self._add_inexact(atom, heard, by_gap)
        else:
            heard = self._whole(atom)
            self._by_sound[heard].add(atom)
            for one in {heard, self._beginning(atom)}:
                self._add_inexact(atom, one, by_gap)

    def _add_inexact(self, atom: str, heard: str, by_gap: defaultdict[str, set[tuple[str, str]]]) -> None:
        if len(heard) >= self._shortest_inexact:
            for gapped in with_gaps(heard):
                by_gap[gapped].add((atom, heard))

    def met_by_all(self, words: Sequence[str], *, is_alone: bool = False) -> list[frozenset[str]]:
        """For each folded word of a message the words of triggers that it is; `is_alone`: those that need no other.

        Letters are forgiven in short messages only: who is in need writes few words, and many words meet by chance.
        """
        shortest = SHORTEST_ALONE if is_alone else self._shortest_inexact
        return [self._met_by(word, shortest if len(words) <= MOST_WORDS_INEXACT else 0) for word in words]

    def _met_by(self, word: str, shortest: int) -> frozenset[str]:
        """`shortest`: of what length a letter is forgiven, 0 for none. Remembered: the same words come again.

        A word that is spelled like one of a trigger is forgiven an ending alone: "Schule" is no misspelled "Schüsse".
        """
        key = (word, shortest)
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            heard, begun = self._whole(word), self._beginning(word)
            found = set(self._exact(heard, begun))
            # As it ends in speech, and as it is written: where the last two letters are exchanged, only one is right.
            near = {atom for one in {heard, begun} for atom in self._near(one, shortest)} if shortest else set()
            if word in self._words:
                near = {atom for atom in near if begins_alike(word, atom.rstrip("*"))}
            self._known[key] = frozenset(found | near)
        return self._known[key]

    def _exact(self, heard: str, begun: str) -> Iterator[str]:
        yield from self._by_sound.get(heard, ())
        for length in range(1, len(begun) + 1):
            yield from self._beginnings.get(begun[:length], ())
        yield from (atom for atom, ending in self._endings.items() if heard.endswith(ending))

    def _near(self, heard: str, shortest: int) -> Iterator[str]:
        for gapped in with_gaps(heard):
            for atom, expected in self._by_gap.get(gapped, ()):
                if len(expected) >= shortest and differs_by_one(heard, expected):
                    yield atom


def begins_alike(word: str, other: str) -> bool:
    """Whether one of them is the other with an ending."""
    return word.startswith(other) or other.startswith(word)


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
