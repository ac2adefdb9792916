"""The Hanover Tagger with its two searches over parts of words made faster; they find what the package's own find.

For every state, piece of the word and class the package looks up how likely the piece is. It depends on no state, and
most pieces are no morpheme at all: here each piece is looked up once, in an index of the known ones. Sums are formed
in the package's order, so that ties fall alike (tests/text/derivation/test_indexed_tagger.py compares both).
"""

from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from HanTa.HanoverTagger import EMPTY, END_UNKNOWN, START, UNKNOWN, HanoverTagger  # type: ignore[import-untyped]
from numpy import logaddexp

LOWEST = -1e6
TOP_STATES = 3
LONGEST_SUFFIX, LONGEST_KNOWN_LENGTH = 4, 24
SHORT_WORD, SHORT_PIECE = 4, 2
WHOLE_WORD_PENALTY = 4.6
KEPT_SUFFIXES, KEPT_PATHS = 4_096, 64
State = tuple[int, int]
Table = list[dict[State, float]]
Origin = tuple[State, int]
Origins = list[dict[State, Origin]]
NewFollowers = list[tuple[int, int, float]]
"""Classes that take new words: place among these, class, log probability."""
Followers = dict[State, tuple[dict[int, float], NewFollowers]]
"""Per state the log probability of each class that may follow; those that take new words once more."""


KnownPieces = list[tuple[int, list[tuple[int, float]]]]
"""Their ends, and their classes with log probability."""
NewPieces = list[tuple[int, tuple[int, ...], list[float]]]
"""Their ends, the classes they are known in, and log probabilities by the place of the class."""


class IndexedTagger(HanoverTagger):  # type: ignore[misc]
    """Takes over the tables of a loaded tagger, and adds its index (3 MB). Not for the training of models."""

    def __init__(self, model: HanoverTagger) -> None:
        self.__dict__.update(vars(model))
        self.known: dict[str, tuple[int, ...]] = {}
        pairs = sorted((piece, tag) for tag, pieces in self.LP_m_t.items() for piece in pieces)
        kept: dict[tuple[int, ...], tuple[int, ...]] = {}
        for piece, found in groupby(pairs, key=itemgetter(0)):
            tags = tuple(tag for _, tag in found)
            self.known[piece] = kept.setdefault(tags, tags)
        self.open_classes = [tag for tag in self.LP_hapax_t if tag in self.LP_s_t]
        # In the package's order: ((new word + class) + length) + ending.
        self.lengths = [
            [self.Int_t + self.LP_hapax_t[tag] + self.LP_len_t[tag][length] for tag in self.open_classes]
            for length in range(LONGEST_KNOWN_LENGTH + 1)
        ]
        self.followers = self.with_places(self.LP_trans_nonfinal)
        self.towards: dict[int, Followers] = {}
        self.endings = lru_cache(maxsize=KEPT_SUFFIXES)(self.endings_of)
        self.analyze_viterbi = lru_cache(maxsize=KEPT_PATHS)(self.best_path)

    def with_places(self, followers: dict[State, list[tuple[int, float]]]) -> Followers:
        places = {tag: place for place, tag in enumerate(self.open_classes)}
        return {
            state: (dict(found), [(places[tag], tag, step) for tag, step in found if tag in places])
            for state, found in followers.items()
            if found
        }

    def endings_of(self, letters: str) -> tuple[float, ...]:
        """Of the longest ending that each class knows."""
        endings = [letters[start:] for start in range(len(letters) + 1)]
        tables = (self.LP_s_t[tag] for tag in self.open_classes)
        return tuple(next(table[one] for one in endings if one in table) for table in tables)

    def known_pieces(self, word: str, start: int) -> KnownPieces:
        """Those that begin at `start` and stand in the model."""
        found = []
        for end in range(start + 1, len(word) + 1):
            letters = word[start:end]
            if letters in self.known:
                found.append((end, [(tag, self.LP_m_t[tag][letters]) for tag in self.known[letters]]))
        return found

    def new_pieces(self, word: str, start: int) -> NewPieces:
        """Those that begin at `start` and may be new words."""
        found = []
        first = start + (1 if len(word) < SHORT_WORD else SHORT_PIECE + 1)
        for end in range(first, len(word) + 1):
            length = end - start
            known = self.known.get(word[start:end], ())
            endings = self.endings(word[max(start + 1, end - LONGEST_SUFFIX) : end])
            lengths = self.lengths[min(length, LONGEST_KNOWN_LENGTH)]
            likely = [one + other for one, other in zip(lengths, endings, strict=True)]
            if length == len(word):
                likely = [value - WHOLE_WORD_PENALTY for value in likely]
            found.append((end, known, likely))
        return found

    def search(self, word: str, followers: Followers, strict: bool) -> tuple[Table, Origins]:
        """Per position the states that can be reached, with their log probability and where they came from."""
        table: Table = [{(EMPTY, START): 0}, *({} for _ in range(len(word) + 1))]
        origins: Origins = [{} for _ in range(len(word) + 2)]
        for start in range(len(word)):
            row = table[start]
            if not row:
                continue
            bound = sorted(row.values(), reverse=True)[TOP_STATES] - 1 if len(row) > TOP_STATES else LOWEST
            going_on = [(state, reached) for state, reached in row.items() if reached >= bound and state in followers]
            if not going_on:
                continue
            known, new = self.known_pieces(word, start), [] if strict else self.new_pieces(word, start)
            for state, reached in going_on:
                extend_by_known(table, origins, known, followers[state][0], reached, (state, start))
                extend_by_new(table, origins, new, followers[state][1], reached, (state, start))
        return table, origins

    def analyze_forward(self, word: str) -> list[tuple[int, float]]:
        """Classes of the whole word, the likeliest first."""
        last = self.search(word, self.followers, self.strict)[0][-2]
        final: dict[State, float] = {}
        for state, reached in last.items():
            for tag, step in self.LP_trans_final.get(state, ()):
                new, value = (state[1], tag), reached + step
                if value > LOWEST and (new not in final or value > final[new]):
                    final[new] = value
        results: dict[int, float] = {}
        for (_, tag), value in final.items():
            results[-tag] = logaddexp(results[-tag], value) if -tag in results else value
        return sorted(results.items(), key=itemgetter(1), reverse=True) or [(UNKNOWN, 0)]

    def best_path(self, word: str, target: int) -> list[tuple[int, int]]:
        """Pieces of a word of the class `target` as pairs of class and end; unknown ones only where it needs them."""
        followers = self.followers_towards(target)
        for strict in (True, False):
            table, origins = self.search(word, followers, strict)
            ends: dict[State, tuple[float, State]] = {}
            for state, reached in table[-2].items():
                step = self.LP_trans.get(state, {}).get(target)
                if step is not None and reached + step > ends.get((state[1], target), (LOWEST, state))[0]:
                    ends[state[1], target] = (reached + step, state)
            if ends:
                best, (_, before) = max(ends.items(), key=lambda item: item[1][0])
                return self.traced(origins, best, before, len(word))
        return [(UNKNOWN, len(word)), (END_UNKNOWN, len(word) + 1)]

    def followers_towards(self, target: int) -> Followers:
        """Only what can still lead to the class."""
        if target not in self.towards:
            able = self.reachability.get(target, frozenset())
            kept = {state: [f for f in found if f[0] in able] for state, found in self.LP_trans_nonfinal.items()}
            self.towards[target] = self.with_places(kept)
        return self.towards[target]

    @staticmethod
    def traced(origins: Origins, best: State, before: State, length: int) -> list[tuple[int, int]]:
        path, state, end = [(best[1], length + 1)], before, length
        while end > 0:
            path.append((state[1], end))
            state, end = origins[end][state]
        return path[::-1]


def extend_by_known(
    table: Table, origins: Origins, pieces: KnownPieces, follow: dict[int, float], reached: float, origin: Origin
) -> None:
    """Where pieces in the model lead from a state."""
    last = origin[0][1]
    for end, classes in pieces:
        target = table[end]
        for tag, likely in classes:
            if tag in follow:
                value, new = reached + follow[tag] + likely, (last, tag)
                if new not in target or value > target[new]:
                    target[new] = value
                    origins[end][new] = origin


def extend_by_new(
    table: Table, origins: Origins, pieces: NewPieces, follow: NewFollowers, reached: float, origin: Origin
) -> None:
    """Where pieces that may be new words lead from a state."""
    last = origin[0][1]
    for end, known, likely in pieces if follow else ():
        target = table[end]
        for place, tag, step in follow:
            value, new = reached + step + likely[place], (last, tag)
            if (new not in target or value > target[new]) and tag not in known:
                target[new] = value
                origins[end][new] = origin
