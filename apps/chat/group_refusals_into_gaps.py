"""Groups refused questions about the same thing into knowledge gaps (asked again by ask_knowledge_gaps_again.py)."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import Case, F, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from apps.chat.models import Channel, Turn, TurnState
from apps.chat.models.knowledge_gaps import Gap, GapState
from apps.text.plausibility.detect_random_typing import is_typed_at_random
from apps.text.word_stems import content_words, fold, stem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_SIMILARITY = 0.5
"""Least cosine of two questions about the same thing: ten wordings about one missing certificate lie above, questions
for other certificates below (tests/chat/test_group_refusals_into_gaps.py)."""
MOST_AT_ONCE, MOST_OF_A_GAP = 200, 10
OLDEST = timedelta(days=90)
LOCK = 7_203_114
"""One number, no pair as in apps/database/advisory_lock.py: during an update the old version takes the same lock."""
ASPECT_WORDS = (Path(__file__).parent / "aspects.txt").read_text(encoding="utf-8").split()
ASPECTS = frozenset(stem(fold(word)) for word in ASPECT_WORDS)
"""What people want to know about a thing, not the thing."""


def ungrouped_refusals() -> QuerySet[Turn]:
    """Refused questions of people that belong to no gap yet and are not known to be random, oldest first."""
    people = Turn.objects.exclude(conversation__channel=Channel.REVIEW).filter(typed_at_random=False)
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
        mark_typed_at_random()
        turns = list(ungrouped_refusals()[:MOST_AT_ONCE])
        if turns:
            # It reads all gaps with their wordings.
            index = GapIndex(list(Gap.objects.all()))
            for turn in turns:
                index.put(turn)
    return len(turns)


def mark_typed_at_random() -> None:
    """Marks the refusals without sense among the next to be grouped, so that none is read again. Two queries."""
    asked = ungrouped_refusals().values_list("pk", "question").iterator()
    senseless, grouped = [], 0
    for pk, question in asked:
        if is_typed_at_random(question):
            senseless.append(pk)
        else:
            grouped += 1
        if grouped == MOST_AT_ONCE:
            break
    Turn.objects.filter(pk__in_array=senseless).update(typed_at_random=True)


def judge_random_typing_again() -> None:
    """Takes the mark from recent refusals that have sense by the lists of words as they are now: a word that was added
    to them would file no gap otherwise. Two queries."""
    marked = Turn.objects.filter(typed_at_random=True, created_at__gt=timezone.now() - OLDEST)
    asked = marked.values_list("pk", "question").iterator()
    meant = [pk for pk, question in asked if not is_typed_at_random(question)]
    Turn.objects.filter(pk__in_array=meant).update(typed_at_random=False)


def may_answer_change(state: str, question: str) -> bool:
    """Whether a document may change the answer one day, so that word of it is worth offering."""
    return state == TurnState.DONE or (state == TurnState.REFUSED and not is_typed_at_random(question))


class GapIndex:
    """The gaps there are, to find the one that a question belongs to."""

    def __init__(self, gaps: Sequence[Gap]) -> None:
        self._gaps = list(gaps)
        self._vectors = [mean_subject_vector(texts) for texts in texts_by_gap(self._gaps).values()]

    def put(self, turn: Turn) -> Gap:
        """The question joins its gap or begins one. One that was answered is open again: somebody was refused."""
        text = turn.query or turn.question
        gap = self._nearest(text)
        if gap is None:
            gap = Gap.objects.create(question=text)
            self._gaps.append(gap)
            self._vectors.append(mean_subject_vector([text]))
        # By the row as it is now: an editor may be at the list.
        reopened = Case(When(state=GapState.ANSWERED, then=Value(GapState.OPEN)), default=F("state"))
        Gap.objects.filter(pk=gap.pk).update(count=F("count") + 1, last_asked_at=turn.created_at, state=reopened)
        Turn.objects.filter(pk=turn.pk).update(gap=gap)
        return gap

    def _nearest(self, text: str) -> Gap | None:
        import numpy as np

        if not self._gaps:
            return None
        cosines = np.stack(self._vectors) @ mean_subject_vector([text])
        best = int(np.argmax(cosines))
        return self._gaps[best] if cosines[best] >= LEAST_SIMILARITY else None


def texts_by_gap(gaps: Sequence[Gap]) -> dict[int, list[str]]:
    """The question of each gap and its newest wordings, by the gap's id, in the order of the gaps. One query."""
    texts = {gap.pk: [gap.question] for gap in gaps}
    place = Window(RowNumber(), partition_by="gap", order_by="-created_at")
    newest = Turn.objects.filter(gap__in_array=list(texts)).annotate(place=place).filter(place__lte=MOST_OF_A_GAP)
    for gap, query, question in newest.order_by("place").values_list("gap", "query", "question"):
        texts[gap].append(query or question)
    return texts


def mean_subject_vector(questions: Sequence[str]) -> "NDArray[np.float32]":
    """The middle of what the questions are about, of unit length."""
    import numpy as np

    from apps.text.ngram_vectors import ngram_vectors

    middle = ngram_vectors([question_subject(question) for question in questions]).mean(axis=0)
    return np.asarray(middle / max(float(np.linalg.norm(middle)), 1e-9), dtype=np.float32)


def question_subject(question: str) -> str:
    """The words that name the thing; all words where there are no others."""
    words = content_words(question)
    return " ".join(word for word in words if stem(word) not in ASPECTS) or " ".join(words) or question
