"""Groups refused questions about the same thing into knowledge gaps (asked again by ask_knowledge_gaps_again.py)."""

import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from apps.chat.models import Channel, Turn, TurnState
from apps.chat.models.knowledge_gaps import Gap, GapState
from apps.text.word_stems import content_words, fold, stem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALIKE = 0.5
"""Least cosine of two questions about the same thing: ten wordings about one missing certificate lie above, questions
for other certificates below (tests/chat/test_knowledge_gaps.py)."""
MOST_AT_ONCE, MOST_OF_A_GAP = 200, 10
OLDEST = timedelta(days=90)
LOCK = 7_203_114
ASPECT_WORDS = (Path(__file__).parent / "aspects.txt").read_text(encoding="utf-8").split()
ASPECTS = frozenset(stem(fold(word)) for word in ASPECT_WORDS)
"""What people want to know about a thing, not the thing."""
KEY_ROWS = (
    "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "qwertyuiop", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
)  # fmt: skip
"""Of keyboards in German, English, French and Russian."""
SHORTEST_RUN = 3
WORDS_ON_A_ROW = frozenset({"wert", "oui", "tre"})
"""Real words whose letters lie beside each other on a row."""
SHORTEST_MASH = 5
ON_ONE_ROW = re.compile(r"[qwertzuiopü]+|[qwertyuiop]+|[asdfghjklöä]+|[yxcvbnm]+|[zxcvbnm]+")
UNSPEAKABLE = re.compile(r"[^aeiouyäöü]+|.*(?:j[^aeiouyäöü]|j\b|q[^u]|q\b).*")
"""Of letters of one row: no vowel at all, or a j or q that no word of German or English has."""


def ungrouped_refusals() -> QuerySet[Turn]:
    """Refused questions of people that belong to no gap yet, oldest first."""
    people = Turn.objects.exclude(conversation__channel=Channel.REVIEW)
    recent = people.filter(state=TurnState.REFUSED, gap=None, created_at__gt=timezone.now() - OLDEST)
    return recent.order_by("created_at")


def group_refusals() -> int:
    """Puts refused questions into gaps; how many. One transaction; where two begin, one of them does nothing."""
    if not ungrouped_refusals().exists():
        return 0
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
            if not cursor.fetchone()[0]:
                return 0
        # What was typed at random never belongs to a gap and is met again: of these no more than the words are read.
        asked = ungrouped_refusals().values_list("pk", "question").iterator()
        wanted = islice((pk for pk, question in asked if not is_typed_at_random(question)), MOST_AT_ONCE)
        turns = list(ungrouped_refusals().filter(pk__in=list(wanted)))
        index = GapIndex(list(Gap.objects.all()))
        for turn in turns:
            index.put(turn)
    return len(turns)


def is_typed_at_random(question: str) -> bool:
    """Whether it has no letters, or nothing but neighbours on the keyboard and one letter again and again: no document
    will ever answer "asdfgh".
    """
    words = re.findall(r"[^\W\d_]+", question.lower())
    return all(map(is_no_word, words)) and not re.search(r"\d", question)


def is_no_word(word: str) -> bool:
    if word in WORDS_ON_A_ROW or len(word) < SHORTEST_RUN:
        return False
    return len(set(word)) == 1 or any(word in row or word in row[::-1] for row in KEY_ROWS) or is_mash(word)


def is_mash(word: str) -> bool:
    """Whether the fingers of one row wrote it in any order: "jkasdhf"."""
    return len(word) >= SHORTEST_MASH and bool(ON_ONE_ROW.fullmatch(word) and UNSPEAKABLE.fullmatch(word))


def may_change(state: str, question: str) -> bool:
    """Whether a document may change the answer one day, so that word of it is worth offering."""
    return state == TurnState.DONE or (state == TurnState.REFUSED and not is_typed_at_random(question))


class GapIndex:
    """The gaps there are, to find the one that a question belongs to."""

    def __init__(self, gaps: Sequence[Gap]) -> None:
        self._gaps = list(gaps)
        self._vectors = [vector_of(texts_of(gap)) for gap in self._gaps]

    def put(self, turn: Turn) -> Gap:
        """The question joins its gap or begins one. One that was answered is open again: somebody was refused."""
        text = turn.query or turn.question
        gap = self._nearest(text)
        if gap is None:
            gap = Gap.objects.create(question=text)
            self._gaps.append(gap)
            self._vectors.append(vector_of([text]))
        state = GapState.OPEN if gap.state == GapState.ANSWERED else gap.state
        Gap.objects.filter(pk=gap.pk).update(count=F("count") + 1, last_asked_at=turn.created_at, state=state)
        Turn.objects.filter(pk=turn.pk).update(gap=gap)
        return gap

    def _nearest(self, text: str) -> Gap | None:
        import numpy as np

        if not self._gaps:
            return None
        cosines = np.stack(self._vectors) @ vector_of([text])
        best = int(np.argmax(cosines))
        return self._gaps[best] if cosines[best] >= ALIKE else None


def texts_of(gap: Gap) -> list[str]:
    newest = gap.turns.order_by("-created_at").values_list("query", "question")[:MOST_OF_A_GAP]
    return [gap.question, *(query or question for query, question in newest)]


def vector_of(questions: Sequence[str]) -> "NDArray[np.float32]":
    """The middle of what the questions are about, of unit length."""
    import numpy as np

    from apps.text.ngram_vectors import vectors

    middle = vectors([subject(question) for question in questions]).mean(axis=0)
    return np.asarray(middle / max(float(np.linalg.norm(middle)), 1e-9), dtype=np.float32)


def subject(question: str) -> str:
    """The words that name the thing; all words where there are no others."""
    words = content_words(question)
    return " ".join(word for word in words if stem(word) not in ASPECTS) or " ".join(words) or question
