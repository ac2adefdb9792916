"""Marks citations of withdrawn documents: the answers stay and say that the proof can no longer be opened."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.chat.models import Citation, SecondReading, Turn
from apps.chat.models.conversations import CONFLICT_KIND, WITHDRAWN
from apps.chat.privacy.redact_withdrawn_sentences import redact_turn, split_numbers_by_reason

REASON = WITHDRAWN
REDACTED = ["answer", "answer_html", "sentences", "warnings"]
NOTICE = re.compile(r'<p class="conflict-notice">.*?</p>', re.DOTALL)
LINKED_DOCUMENT = re.compile(r'href="[^"]*/documents/(\d+)/')


def count_answers_citing(document_ids: Sequence[int]) -> int:
    """Answers with a proved sentence from one of the documents. One query."""
    cited = Citation.objects.filter(document__in=document_ids, verified=True)
    return cited.order_by().values("turn").distinct().count()


def mark_withdrawn_citations(document_ids: Sequence[int]) -> dict[str, int]:
    """Takes links and quotes from all citations of these documents, covers the sentences that they proved, and deletes
    what a second reader was given of them; how many, for the receipt.

    Runs inside the transaction of the withdrawal.
    """
    citations = Citation.objects.filter(document__in=document_ids).exclude(reason=REASON)
    SecondReading.objects.filter(turn__citations__in=citations).delete()
    turns = set(citations.values_list("turn", flat=True))
    marked = citations.update(verified=False, reason=REASON, quote="", section="", preceding="", following="")
    return {"chat_citation": marked, "chat_sentence": redact_sentences(turns, document_ids)}


def redact_sentences(turn_ids: Collection[UUID], document_ids: Sequence[int]) -> int:
    """Redacts the answers of these turns; returns the number of sentences."""
    turns = Turn.objects.select_for_update(of=["self"]).select_related("conversation").filter(pk__in=turn_ids)
    cited: dict[UUID, list[tuple[int, str]]] = defaultdict(list)
    for turn_id, number, reason in Citation.objects.filter(turn__in=turn_ids).values_list("turn", "number", "reason"):
        cited[turn_id].append((number, reason))
    changed = list(turns.only(*REDACTED, "conversation__language"))
    count = sum(redact_turn(turn, document_ids, *split_numbers_by_reason(cited[turn.pk], REASON)) for turn in changed)
    Turn.objects.bulk_update(changed, REDACTED, batch_size=200)
    return count


def remove_conflict_notices(document_ids: Sequence[int]) -> dict[str, int]:
    """Takes from answers the sentences of these documents that contradicted another one; in how many, for the receipt.

    They were shown beside the answer and not cited. Runs inside the transaction of the withdrawal.
    """
    if not document_ids:
        return {}
    gone = set(document_ids)
    shown = turns_with_conflict().values_list("pk", "warnings").iterator()
    named = [pk for pk, warnings in shown if any(is_conflict_about(each, gone) for each in warnings)]
    locked = Turn.objects.select_for_update(of=["self"]).filter(pk__in_array=named)
    turns = list(locked.only("warnings", "answer_html"))
    for turn in turns:
        turn.warnings = [each for each in turn.warnings if not is_conflict_about(each, gone)]
        turn.answer_html = NOTICE.sub(lambda notice: "" if links_to(notice[0], gone) else notice[0], turn.answer_html)
    Turn.objects.bulk_update(turns, ["warnings", "answer_html"], batch_size=200)
    return {"chat_turn": len(turns)}


def turns_with_conflict() -> QuerySet[Turn]:
    """Those that an index of their own leads to."""
    return Turn.objects.order_by().filter(warnings__contains=[{"kind": CONFLICT_KIND}])


def links_to(notice: str, document_ids: set[int]) -> bool:
    return not document_ids.isdisjoint(map(int, LINKED_DOCUMENT.findall(notice)))


def is_conflict_about(warning: dict[str, Any], document_ids: set[int]) -> bool:
    return warning["kind"] == CONFLICT_KIND and not document_ids.isdisjoint(warning["documents"])
