"""The Hanover Tagger with an index that speeds up its two morpheme searches; results are those of the package.

For every state, piece of the word and class the package looks up how likely the piece is. It depends on no state, and
most pieces are no morpheme at all: here each piece is looked up once, in an index of the known ones. Positions are gone
through by where pieces end: once all known pieces that end there are in, 99 of 100 new words cannot be among the states
that are followed, and are passed over, most of them together, by the likeliest that begins at a position. Likelihoods
of a way are summed up in the package's order, so that ties fall alike (test_indexed_tagger.py compares both).

Reading the package's models, leaving out what is never used and making the index takes a third of a second and for a
moment 30 MB. So both are kept ready beside this file, a megabyte each, as bin/prepare_taggers.py has written them.
"""

import marshal
import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from HanTa.HanoverTagger import EMPTY, END_UNKNOWN, START, UNKNOWN, HanoverTagger  # type: ignore[import-untyped]
from numpy import logaddexp

from apps.text.entailment.tokens.compact_word_table import CompactWordTable

MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz"}
"""The package's files."""
LOWEST = -1e6
TOP_STATES = 3
LONGEST_SUFFIX, LONGEST_KNOWN_LENGTH = 4, 24
SHORT_WORD, SHORT_PIECE = 4, 2
WHOLE_WORD_PENALTY = 4.6
BEGINNING = 3
"""Letters by which the index tells which lengths the known pieces have that begin with them."""
SHORTER = tuple(range(1, BEGINNING))
"""Lengths that are always tried."""
KEPT_WORDS = 64
KEPT_PIECES = 2_048
State = tuple[int, int]
Table = list[dict[State, float]]
Origin = tuple[State, int]
Origins = list[dict[State, Origin]]
NewFollowers = list[tuple[int, int, float]]
"""Classes that take new words: place among these, class, log probability."""
Followers = dict[State, tuple[dict[int, float], NewFollowers]]
"""Per state the log probability of each class that may follow; those that take new words once more."""
KnownPieces = list[list[tuple[int, list[tuple[int, float]]]]]
"""By where they end: where they begin, and their classes with log probability."""
Live = list[tuple[State, float, tuple[dict[int, float], NewFollowers]]]
"""States of a position that are followed, how likely they are, and what may follow them."""
Newcomers = tuple[float, list[tuple[float, int, State, Origin]]]
"""New words that may begin at a position: how likely until there, place of the class, where they lead, from where.

In front of them how likely the likeliest is.
"""
NOBODY: Newcomers = (LOWEST, [])


REMEMBERED = ("towards", "classes_of", "known_pieces", "analyze_viterbi", "analyze_forward")


class IndexedTagger(HanoverTagger):  # type: ignore[misc]
    """Takes over the tables of a loaded tagger, and adds its index (3 MB). Not for the training of models."""

    def __init__(self, model: HanoverTagger) -> None:
        self.__dict__.update(vars(model))
        # 12 MB that only the tagging of whole sentences reads.
        self.LP_trans_word: dict[State, Any] = {}
        # 8 MB of the commonest words, each of which is looked up once and kept by `analyse_word`.
        self.cache = CompactWordTable(model.cache)
        self.known: dict[str, tuple[int, ...]] = {}
        lengths: dict[str, set[int]] = {}
        pairs = sorted((piece, tag) for tag, pieces in self.LP_m_t.items() for piece in pieces)
        kept: dict[tuple[int, ...], tuple[int, ...]] = {}
        for piece, found in groupby(pairs, key=itemgetter(0)):
            tags = tuple(tag for _, tag in found)
            self.known[piece] = kept.setdefault(tags, tags)
            lengths.setdefault(piece[:BEGINNING], set()).add(len(piece))
        self.lengths_known = {
            letters: kept.setdefault(of_pieces, of_pieces)
            for letters, found in lengths.items()
            for of_pieces in [tuple(sorted({*SHORTER, *found}))]
        }
        self.open_classes = [tag for tag in self.LP_hapax_t if tag in self.LP_s_t]
        # In the package's order: ((new word + class) + length) + ending.
        self.lengths = [
            [self.Int_t + self.LP_hapax_t[tag] + self.LP_len_t[tag][length] for tag in self.open_classes]
            for length in range(LONGEST_KNOWN_LENGTH + 1)
        ]
        self.likeliest_lengths = [max(of_length) for of_length in self.lengths]
        self.followers = self.with_places(self.LP_trans_nonfinal)
        self.endings = self.known_endings()
        self.likeliest_endings = {letters: max(of_ending) for letters, of_ending in self.endings.items()}
        self.nothing = (0.0,) * len(self.open_classes)
        self.begin()

    @classmethod
    def restored(cls, tables: dict[str, Any]) -> "IndexedTagger":
        """One with the tables that `tables` of another one has given out."""
        tagger = cls.__new__(cls)
        tagger.__dict__.update(tables)
        tagger.re_qmark = re.compile(tables["re_qmark"])
        tagger.cache = CompactWordTable.of_lines(tables["cache"])
        tagger.begin()
        return tagger

    def tables(self) -> dict[str, Any]:
        """All that is no memory of words asked before, in types of Python's own."""
        kept = {name: value for name, value in vars(self).items() if name not in REMEMBERED}
        return kept | {"re_qmark": self.re_qmark.pattern, "cache": self.cache.lines}

    def begin(self) -> None:
        """Begins with nothing remembered."""
        self.towards: dict[int, Followers] = {}
        self.classes_of = lru_cache(maxsize=KEPT_PIECES)(self.look_up_classes)
        self.known_pieces = lru_cache(maxsize=KEPT_WORDS)(self.look_up_pieces)
        self.analyze_viterbi = lru_cache(maxsize=KEPT_WORDS)(self.best_path)
        self.analyze_forward = lru_cache(maxsize=KEPT_WORDS)(self.likeliest_classes)

    def with_places(self, followers: dict[State, list[tuple[int, float]]]) -> Followers:
        places = {tag: place for place, tag in enumerate(self.open_classes)}
        return {
            state: (dict(found), [(places[tag], tag, step) for tag, step in found if tag in places])
            for state, found in followers.items()
            if found
        }

    def known_endings(self) -> dict[str, tuple[float, ...]]:
        """By the last letters of words how likely they are in each class: of the longest ending that it knows."""
        tables = [self.LP_s_t[tag] for tag in self.open_classes]
        return {
            letters: tuple(likelihood_of_longest_ending(table, letters) for table in tables)
            for letters in set().union(*tables)
        }

    def ending_of(self, letters: str) -> str:
        """Shortens the letters to an ending that any class knows."""
        while letters not in self.endings:
            letters = letters[1:]
        return letters

    def look_up_classes(self, piece: str) -> list[tuple[int, float]]:
        """The classes of a known piece with their log probability."""
        return [(tag, self.LP_m_t[tag][piece]) for tag in self.known[piece]]

    def look_up_pieces(self, word: str) -> KnownPieces:
        """All pieces of a word that stand in the model."""
        known, classes_of, length = self.known, self.classes_of, len(word)
        found: KnownPieces = [[] for _ in range(length + 1)]
        for start in range(length):
            for long in self.lengths_known.get(word[start : start + BEGINNING], SHORTER):
                if start + long <= length and (letters := word[start : start + long]) in known:
                    found[start + long].append((start, classes_of(letters)))
        return found

    def search(self, word: str, followers: Followers, *, strict: bool, origins: Origins | None = None) -> Table:
        """Per position the states that can be reached, with their log probability; `origins` takes where from."""
        known = self.known_pieces(word)
        table: Table = [{} for _ in range(len(word) + 2)]
        table[0][EMPTY, START] = 0
        live: list[Live] = []
        newcomers: list[Newcomers] = []
        latest = -1 if strict else len(word) - shortest_new_word_length(word)
        for end, row in enumerate(table[:-1]):
            taken_from = origins[end] if origins is not None else {}
            for start, classes in known[end]:
                if live[start]:
                    extend_states(row, taken_from, live[start], classes, start)
            if not strict:
                self.extend_by_new(word, end, row, taken_from, newcomers)
            states = live_states(row, followers) if end < len(word) else []
            live.append(states)
            newcomers.append(new_word_starts(states, end) if states and end <= latest else NOBODY)
        return table

    def extend_by_new(
        self, word: str, end: int, row: dict[State, float], taken_from: dict[State, Origin], newcomers: list[Newcomers]
    ) -> None:
        """Extends states by pieces that end here and may be new words: those to be followed, at the end all."""
        bound = likelihood_bound(row) if end < len(word) else LOWEST
        full = self.ending_of(word[max(0, end - LONGEST_SUFFIX) : end])
        for start in range(end - shortest_new_word_length(word) + 1):
            likeliest, coming = newcomers[start]
            if not coming:
                continue
            length = min(end - start, LONGEST_KNOWN_LENGTH)
            ending = full if end - start > LONGEST_SUFFIX else self.ending_of(word[start + 1 : end])
            if likeliest + (self.likeliest_lengths[length] + self.likeliest_endings[ending]) < bound:
                continue
            lengths, endings = self.lengths[length], self.endings[ending]
            if end - start == len(word):
                lengths = [one + other - WHOLE_WORD_PENALTY for one, other in zip(lengths, endings, strict=True)]
                endings = self.nothing
            known = self.known.get(word[start:end], ())
            for reached, place, new, origin in coming:
                value = reached + (lengths[place] + endings[place])
                if value >= bound and value > row.get(new, LOWEST) and new[1] not in known:
                    row[new] = value
                    taken_from[new] = origin
            if not start and end < len(word):
                # The beginning of the word may be of any class, which fills the row.
                bound = likelihood_bound(row)

    def likeliest_classes(self, word: str) -> list[tuple[int, float]]:
        """Classes of the whole word, the likeliest first."""
        last = self.search(word, self.followers, strict=self.strict)[-2]
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
            origins: Origins = [{} for _ in range(len(word) + 2)]
            table = self.search(word, followers, strict=strict, origins=origins)
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


def read_tagger(language: str) -> IndexedTagger:
    """Reads the tagger that is kept ready, within 30 ms."""
    # Equal words and figures are one object there, which pickle does not keep for figures: 3 MB less.
    tables = marshal.loads(zlib.decompress(tagger_path(language).read_bytes()))  # noqa: S302 - this project's own file
    return IndexedTagger.restored(tables)


def tagger_path(language: str) -> Path:
    return Path(__file__).with_name(f"tagger_{language}.bin")


def likelihood_of_longest_ending(likely: dict[str, float], letters: str) -> float:
    return next(likely[letters[at:]] for at in range(len(letters) + 1) if letters[at:] in likely)


def shortest_new_word_length(word: str) -> int:
    """Letters that a new word has at least."""
    return 1 if len(word) < SHORT_WORD else SHORT_PIECE + 1


def likelihood_bound(row: dict[State, float]) -> float:
    """How likely a state must be at least that is followed."""
    return sorted(row.values())[-TOP_STATES - 1] - 1 if len(row) > TOP_STATES else LOWEST


def live_states(row: dict[State, float], followers: Followers) -> Live:
    """The likeliest states of a position, and what may follow them."""
    bound = likelihood_bound(row)
    return [
        (state, reached, followers[state]) for state, reached in row.items() if reached >= bound and state in followers
    ]


def new_word_starts(states: Live, at: int) -> Newcomers:
    """New words that may follow the states of a position."""
    coming = [
        (reached + step, place, (state[1], tag), (state, at))
        for state, reached, (_known, new) in states
        for place, tag, step in new
    ]
    return (max(coming)[0], coming) if coming else NOBODY


def extend_states(
    row: dict[State, float],
    taken_from: dict[State, Origin],
    live: Live,
    classes: Sequence[tuple[int, float]],
    start: int,
) -> None:
    """Extends the states in front of a known piece by it."""
    for state, reached, (follow, _new) in live:
        for tag, likely in classes:
            if tag in follow:
                value, new = reached + follow[tag] + likely, (state[1], tag)
                if new not in row or value > row[new]:
                    row[new] = value
                    taken_from[new] = (state, start)
