"""Deletes what runs quote of withdrawn documents; scores and answers stay."""

from collections.abc import Mapping, Sequence

from django.db.models import CharField, Model, Q
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast

from apps.evaluation.models import Ballot, Call, Comparison, DialogueTurn, Verdict


def empty_passages(document_ids: Sequence[int]) -> Mapping[str, int]:
    """Returns how many turns lost texts. Runs inside the caller's transaction; may run twice. A few statements."""
    if not document_ids:
        return {"evaluation_dialogueturn": 0}
    withdrawn = set(document_ids)
    turns = list(DialogueTurn.objects.filter(pk__in=rows_naming(withdrawn, DialogueTurn, "passages")))
    for turn in turns:
        turn.passages = [passage_without_text(one) if one["document"] in withdrawn else one for one in turn.passages]
        turn.citations = [cited for cited in turn.citations if cited.get("document") not in withdrawn]
    # Before both answers of a comparison are there nobody has noted what they were made from.
    unnoted = Q(is_done=False, answers_ready=False)
    compared = Comparison.objects.filter(Q(pk__in=rows_naming(withdrawn, Comparison, "documents")) | unnoted)
    # Replies and reasons as they came quote the document; what people read of them stays, as in conversations.
    calls = Call.objects.filter(Q(dialogue__in={turn.dialogue_id for turn in turns}) | Q(comparison__in=compared))
    # A call without its text answers for no other: a run that goes on asks again.
    calls.exclude(text="").update(text="", digest=Cast("pk", CharField()))
    Verdict.objects.filter(turn__in=turns).update(raw="")
    Ballot.objects.filter(comparison__in=compared).update(raw="")
    DialogueTurn.objects.bulk_update(turns, ["passages", "citations"], batch_size=200)
    return {"evaluation_dialogueturn": len(turns)}


def rows_naming(document_ids: set[int], model: type[Model], column: str) -> RawSQL:
    """Primary keys of the rows whose list `column` names one of the documents. One condition, so that each list, which
    may hold whole pages, is read once at most.
    """
    named = " || ".join(f"@ == {int(pk)}" for pk in sorted(document_ids))
    return RawSQL(  # noqa: S611 - names of ours
        f"SELECT id FROM {model._meta.db_table} WHERE {column} @? %s::jsonpath",  # noqa: S608 - names of ours
        [f"$[*].document ? ({named})"],
    )


def passage_without_text(passage: Mapping[str, object]) -> dict[str, object]:
    return {**passage, "text": "", "title": "", "url": ""}
