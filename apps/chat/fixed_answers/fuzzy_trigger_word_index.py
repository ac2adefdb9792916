"""An index of trigger words: which of them a word of a message is, by sound or with one wrong letter."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from apps.chat.fixed_answers.normalise_message_words import collapse_doubled_letters, phonetic_key, phonetic_prefix_key
from apps.chat.fixed_answers.one_letter_typos import LONGEST_WORD, TypoIndex
from apps.text.word_stems import STOP_WORDS

SHORTEST_INEXACT, SHORTEST_REPLACED = 4, 6
"""Letters from which on a word may lack a letter, have one too many or two exchanged; and from which on one may be
another: among shorter ones too many real words are neighbours."""
SHORTEST_ALONE = 8
"""The same for a word that is a trigger by itself."""
SHORTEST_ONCE, SHORTEST_REPLACED_ONCE, SHORTEST_ALONE_ONCE = 3, 5, 6
"""The same for the one word of an urgent message that may be shorter (`met_once`); alone one letter less in scripts
that share no words with German."""
SHORTEST_BEGINNING, SHORTEST_BEGINNING_ALONE = 4, 6
"""The same for triggers that words begin with: whatever follows is not compared."""
MOST_WORDS_INEXACT = 12
MOST_WORDS_ONCE, SHORTEST_IN_LONG_MESSAGE = 20, 7
"""Up to so many words a long one may be the misspelled one."""
MOST_REMEMBERED = 16_384
Sound = Callable[[str], str]


class WordIndex:
    """Finds the words without comparing with each of them. `german`: "brend" and "brennt" sound alike.

    Short words of other languages are forgiven nothing: too many German ones are their neighbours.
    """

    def __init__(self, atoms: Iterable[str], *, german: bool) -> None:
        self._whole: Sound = phonetic_key if german else collapse_doubled_letters
        self._shortest_inexact = SHORTEST_INEXACT if german else SHORTEST_REPLACED
        self._shortest_word = SHORTEST_ONCE if german else SHORTEST_ONCE + 1
        self._beginning: Sound = phonetic_prefix_key if german else collapse_doubled_letters
        self._by_sound: defaultdict[str, set[str]] = defaultdict(set)
        self._beginnings: defaultdict[str, set[str]] = defaultdict(set)
        self._endings: dict[str, str] = {}
        self._known: dict[tuple[str, int], frozenset[str]] = {}
        self._known_once: dict[tuple[str, int], frozenset[str]] = {}
        self._words = frozenset(atoms)
        heard_words, written_words = list[tuple[str, str]](), list[tuple[str, str]]()
        for atom in self._words:
            heard_words += [(one, atom) for one in self._add(atom)]
            written_words += [] if atom.startswith("*") else [(atom.rstrip("*"), atom)]
        self._heard, self._written = TypoIndex(heard_words), TypoIndex(written_words)

    def _add(self, atom: str) -> set[str]:
        """The sounds from which a word may differ by a letter."""
        if atom.startswith("*"):
            self._endings[atom] = self._whole(atom[1:])
            return set()
        begun = self._beginning(atom.rstrip("*"))
        if atom.endswith("*"):
            self._beginnings[begun].add(atom)
            return {begun}
        heard = self._whole(atom)
        self._by_sound[heard].add(atom)
        return {heard, begun}

    def met_by_all(self, words: Sequence[str], *, is_alone: bool = False) -> list[frozenset[str]]:
        """Returns for each folded word the words of triggers that it is; `is_alone`: those that need no other.

        Letters are forgiven in short messages only: who is in need writes few words, and many words meet by chance.
        """
        shortest = SHORTEST_ALONE if is_alone else self._shortest_inexact
        return [self._met_by(word, shortest if len(words) <= MOST_WORDS_INEXACT else 0) for word in words]

    def met_once(self, words: Sequence[str], *, is_alone: bool = False) -> list[frozenset[str]]:
        """Returns for each word what it would be if it were the only misspelled one of the message.

        Short words, and those of other languages, are forgiven a letter then, as they are heard and as they are
        written: in "mcih" nothing is heard of "mich". Never one of the words that stand in every text.
        """
        least = self._shortest_word if len(words) <= MOST_WORDS_INEXACT else SHORTEST_IN_LONG_MESSAGE
        within = len(words) <= MOST_WORDS_ONCE
        return [self._near_once(word, is_alone) if within and len(word) >= least else frozenset() for word in words]

    def _near_once(self, word: str, is_alone: bool) -> frozenset[str]:
        key = (word, int(is_alone))
        if key not in self._known_once:
            clear_full_cache(self._known_once)
            self._known_once[key] = frozenset() if word in STOP_WORDS else frozenset(self._all_near(word, is_alone))
        return self._known_once[key]

    def _all_near(self, word: str, is_alone: bool) -> Iterator[str]:
        shortest = SHORTEST_ALONE_ONCE - (not word.isascii()) if is_alone else SHORTEST_ONCE
        # No letter of a word of a trigger is taken for another one: "Schule" is no misspelled "Schüsse".
        replaced = SHORTEST_REPLACED_ONCE if word not in self._words else LONGEST_WORD
        yield from self._written.near(word, shortest, replaced)
        yield from self._written.near_beginnings(word, SHORTEST_BEGINNING_ALONE if is_alone else SHORTEST_BEGINNING)
        for heard in {self._whole(word), self._beginning(word)}:
            yield from self._heard.near(heard, shortest, replaced)

    def _met_by(self, word: str, shortest: int) -> frozenset[str]:
        """`shortest`: of what length a letter is forgiven, 0 for none. Remembered: the same words come again.

        A word that is spelled like one of a trigger is forgiven an ending alone: "Schule" is no misspelled "Schüsse".
        """
        key = (word, shortest)
        if key not in self._known:
            clear_full_cache(self._known)
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
        return self._heard.near(heard, max(shortest, self._shortest_inexact), SHORTEST_REPLACED)


def clear_full_cache(known: dict[tuple[str, int], frozenset[str]]) -> None:
    """Forgets everything before it becomes too much: words of visitors have no end."""
    if len(known) >= MOST_REMEMBERED:
        known.clear()


def begins_alike(word: str, other: str) -> bool:
    """Whether one of them is the other with an ending."""
    return word.startswith(other) or other.startswith(word)
