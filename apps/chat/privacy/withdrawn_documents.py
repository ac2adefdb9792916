"""When documents leave, the answers that cite them stay and say so: the proof is no longer there to be opened."""

from collections.abc import Sequence

from apps.chat.models import Citation

REASON = "withdrawn"


def mark_citations(document_ids: Sequence[int]) -> dict[str, int]:
    """Takes the links from all citations of these documents; the number by table, for the receipt.

    Runs inside the transaction of the withdrawal.
    """
    citations = Citation.objects.filter(document__in=document_ids).exclude(reason=REASON)
    return {"chat_citation": citations.update(verified=False, reason=REASON)}
