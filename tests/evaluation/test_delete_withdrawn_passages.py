"""What leaves does not stay in the raw replies of runs, nor is an emptied reply taken for one."""

import pytest
from django.db import connection

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.evaluation.delete_withdrawn_passages import rows_naming
from apps.evaluation.judging.record_model_calls import CallMeter, RecordedCalls
from apps.evaluation.models import Ballot, Call, Comparison, DialogueTurn, Run, RunKind, Suite
from apps.llm.call_ledger import Ledger
from tests import factories
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db
SECRET = "Geheimer Satz."


def compared(number: int, run: Run, document: int | None) -> Comparison:
    """A comparison with a call and a ballot that quote; `document` is None where nobody has noted it yet."""
    made = Comparison.objects.create(
        run=run, number=number, question="?", is_done=document is not None,
        documents=None if document is None else [{"document": document}],
    )  # fmt: skip
    Call.objects.create(comparison=made, purpose="answer", digest="1", text=SECRET, model="m")
    Ballot.objects.create(comparison=made, repetition=0, a_first=True, state="scored", raw=SECRET, reason="Kürzer.")
    return made


def test_raw_replies_of_comparisons_leave_with_their_documents() -> None:
    withdrawn, kept = factories.document([SECRET]), factories.document()
    run = Run.objects.create(kind=RunKind.COMPARISON)
    of_it, under_way, of_another = (compared(n, run, key) for n, key in enumerate([withdrawn.pk, None, kept.pk]))
    withdraw_documents([withdrawn.pk])
    for comparison in (of_it, under_way):
        assert [call.text for call in comparison.calls.all()] == [""]
        assert [(ballot.raw, ballot.reason) for ballot in comparison.ballots.all()] == [("", "Kürzer.")]
    assert [call.text for call in of_another.calls.all()] == [SECRET]


def test_a_run_that_goes_on_takes_no_emptied_reply_for_an_answer(suite: Suite, measured: Measured) -> None:
    document = factories.document([SECRET])
    turn = DialogueTurn.objects.filter(dialogue__run=measured(suite))[0]
    DialogueTurn.objects.filter(pk=turn.pk).update(passages=[{"document": document.pk, "text": SECRET}])
    for repetition in (0, 1):
        Call.objects.create(
            dialogue=turn.dialogue,
            purpose="judge",
            digest="asked",
            repetition=repetition,
            text=SECRET,
            cost=2,
            model="m",
        )
    calls = RecordedCalls(turn.dialogue, CallMeter(Ledger()))
    calls.load()
    assert ("judge", "asked", 0) in calls.known
    withdraw_documents([document.pk])
    calls.load()
    assert not {("judge", "asked", 0), ("judge", "asked", 1)} & set(calls.known)
    assert turn.dialogue.run.cost() == 4
    # Asked again it is a call of its own.
    calls.store(Call(purpose="judge", digest="asked", text="…", model="m"))


def test_a_withdrawal_finds_its_turns_by_an_index() -> None:
    # The look-up alone: which way the planner joins it hangs on how many rows other tests have left.
    found = rows_naming({1, 2, 3}, DialogueTurn, "passages")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {found.sql}", found.params)
        assert "dialogue_turn_by_document" in str(cursor.fetchall())
