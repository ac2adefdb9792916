"""When documents leave, the answers that cite them stay and say so: the proof is no longer there to be opened."""

import re
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from apps.chat.contradictions.between_documents import KIND
from apps.chat.models import Citation, SecondReading, Turn

REASON = "withdrawn"
NOTICE = re.compile(r'<p class="conflict-notice">.*?</p>', re.DOTALL)
LINKED_DOCUMENT = re.compile(r'href="[^"]*/documents/(\d+)/')


def answers_citing(document_ids: Sequence[int]) -> int:
    """Answers with a proved sentence from one of the documents. One query."""
    cited = Citation.objects.filter(document__in=document_ids, verified=True)
    return cited.order_by().values("turn").distinct().count()


def mark_citations(document_ids: Sequence[int]) -> dict[str, int]:
    """Takes the links from all citations of these documents, and deletes what a second reader was given of them; the
    number of citations, for the receipt.

    Runs inside the transaction of the withdrawal.
    """
    citations = Citation.objects.filter(document__in=document_ids).exclude(reason=REASON)
    SecondReading.objects.filter(turn__citations__in=citations).delete()
    return {"chat_citation": citations.update(verified=False, reason=REASON)}


def forget_conflicts(document_ids: Sequence[int]) -> dict[str, int]:
    """Takes from answers the sentences of these documents that contradicted another one; in how many, for the receipt.

    They were shown beside the answer and not cited. Runs inside the transaction of the withdrawal.
    """
    if not document_ids:
        return {}
    named = reduce(or_, (Q(warnings__contains=[{"kind": KIND, "documents": [pk]}]) for pk in document_ids))
    turns = list(Turn.objects.select_for_update(of=["self"]).filter(named).only("warnings", "answer_html"))
    gone = set(document_ids)
    for turn in turns:
        turn.warnings = [each for each in turn.warnings if not is_about(each, gone)]
        turn.answer_html = NOTICE.sub(lambda notice: "" if links_to(notice[0], gone) else notice[0], turn.answer_html)
    Turn.objects.bulk_update(turns, ["warnings", "answer_html"], batch_size=200)
    return {"chat_turn": len(turns)}


def links_to(notice: str, document_ids: set[int]) -> bool:
    return not document_ids.isdisjoint(map(int, LINKED_DOCUMENT.findall(notice)))


def is_about(warning: dict[str, Any], document_ids: set[int]) -> bool:
    return warning["kind"] == KIND and not document_ids.isdisjoint(warning["documents"])
