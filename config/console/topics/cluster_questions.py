"""Groups questions about the same thing by the built-in vectors, and names each by words that several people used.

A word that one conversation alone has (a name, a file number) stands in no name and in no example.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np

from apps.chat.group_refusals_into_gaps import ASPECTS, LEAST_SIMILARITY, mean_subject_vector
from apps.text.word_stems import WORD, content_words, fold, stem

FEWEST_CONVERSATIONS = 3
"""What fewer people have asked is no topic, and might tell who they are."""
SHARED_BY = 2
MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class SearchedQuestion:
    """A question as it was searched for. `gap` is the number of the gap that it belongs to."""

    text: str
    at: datetime
    conversation: UUID
    is_refused: bool
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """`words` name it, the most common first; `example` is a question made of common words alone, else these words."""

    words: tuple[str, ...]
    example: str
    asked: tuple[SearchedQuestion, ...]

    @property
    def refused_percent(self) -> int:
        return round(100 * sum(each.is_refused for each in self.asked) / len(self.asked))

    @property
    def gap(self) -> int | None:
        """The one that most of its refused questions belong to."""
        known = Counter(each.gap for each in self.asked if each.gap is not None)
        return known.most_common(1)[0][0] if known else None

    def count_between(self, begin: datetime, end: datetime) -> int:
        return sum(begin <= each.at < end for each in self.asked)


def cluster_into_topics(asked: Sequence[SearchedQuestion]) -> list[Topic]:
    """Returns topics of three conversations or more, the most asked first. A question joins the nearest group."""
    groups: list[list[SearchedQuestion]] = []
    sums = np.empty((0, 0), dtype=np.float32)
    for each in asked:
        vector = mean_subject_vector([each.text])
        if not groups:
            groups, sums = [[each]], vector[None, :].copy()
            continue
        lengths = np.maximum(np.linalg.norm(sums, axis=1), 1e-9)
        cosines = (sums @ vector) / lengths
        best = int(np.argmax(cosines))
        if cosines[best] >= LEAST_SIMILARITY:
            groups[best].append(each)
            sums[best] += vector
        else:
            groups.append([each])
            sums = np.vstack([sums, vector])
    found = [topic for group in groups if (topic := build_topic(group)) is not None]
    return sorted(found, key=lambda topic: -len(topic.asked))


def build_topic(group: Sequence[SearchedQuestion]) -> Topic | None:
    """None where too few have asked, or no word is common to several."""
    if len({each.conversation for each in group}) < FEWEST_CONVERSATIONS:
        return None
    users: Counter[str] = Counter()
    for _conversation, word in {(each.conversation, word) for each in group for word in content_words(each.text)}:
        users[word] += 1
    shared = {word for word, number in users.items() if number >= SHARED_BY}
    # The thing before what people want to know of it.
    ranked = sorted(shared, key=lambda word: (stem(word) in ASPECTS, -users[word], word))
    if not ranked:
        return None
    words = most_common_spellings(ranked[:MOST_WORDS], group)
    plain = [each.text for each in group if set(content_words(each.text)) <= shared]
    return Topic(words, min(plain, key=len, default=" ".join(words)), tuple(group))


def most_common_spellings(folded: Sequence[str], group: Sequence[SearchedQuestion]) -> tuple[str, ...]:
    """Each word as most of its questions have it: "Bürgerbüro" for "burgerburo"."""
    forms: dict[str, Counter[str]] = {word: Counter() for word in folded}
    for each in group:
        for form in WORD.findall(each.text):
            if fold(form) in forms:
                forms[fold(form)][form] += 1
    return tuple(forms[word].most_common(1)[0][0] if forms[word] else word for word in folded)
