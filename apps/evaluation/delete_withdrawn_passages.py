"""Deletes the passages of withdrawn documents from runs; scores and answers stay."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Q

from apps.evaluation.models import Call, DialogueTurn, Verdict


def empty_passages(document_ids: Sequence[int]) -> Mapping[str, int]:
    """Returns how many turns lost texts. Runs inside the caller's transaction; may run twice."""
    if not document_ids:
        return {"evaluation_dialogueturn": 0}
    withdrawn = set(document_ids)
    found = reduce(or_, (Q(passages__contains=[{"document": pk}]) for pk in document_ids))
    turns = list(DialogueTurn.objects.filter(found))
    for turn in turns:
        turn.passages = [passage_without_text(one) if one["document"] in withdrawn else one for one in turn.passages]
        turn.citations = [cited for cited in turn.citations if cited.get("document") not in withdrawn]
    # Replies and reasons as they came quote the document; what people read of them stays, as in conversations.
    Call.objects.filter(dialogue__in={turn.dialogue_id for turn in turns}).update(text="")
    Verdict.objects.filter(turn__in=turns).update(raw="")
    DialogueTurn.objects.bulk_update(turns, ["passages", "citations"], batch_size=200)
    return {"evaluation_dialogueturn": len(turns)}


def passage_without_text(passage: Mapping[str, object]) -> dict[str, object]:
    return {**passage, "text": "", "title": "", "url": ""}
