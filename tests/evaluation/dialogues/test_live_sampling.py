"""A sample of real answers is judged at night, masked, where somebody switched it on."""

from datetime import timedelta

import psycopg
import pytest
from django.utils import timezone

from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.evaluation.dialogues.live_sampling import draw_turns, judge_sample, score_yesterday
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK
from apps.evaluation.gate.public_evaluation_results import published_runs
from apps.evaluation.models import (
    Call,
    Dialogue,
    DialogueTurn,
    Draft,
    DraftState,
    Run,
    RunKind,
    RunState,
    Sampling,
    Suite,
    Verdict,
)
from apps.evaluation.statistics.trend_charts import ChartPoint, trend_chart
from apps.evaluation.tasks import nightly
from apps.llm.create_initial_models import create_first_rows
from apps.retrieval.models import Profile, publication_content
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests import factories
from tests.evaluation.conftest import Measured


def answered(number: int, channel: Channel = Channel.WEB) -> Turn:
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(channel=channel), number=1, state="done",
        question=f"Frage {number}, IBAN DE02120300000000202051?", answer="Die Gebühr beträgt drei Euro.",
    )  # fmt: skip
    Turn.objects.filter(pk=turn.pk).update(created_at=timezone.now() - timedelta(days=1))
    return turn


@pytest.mark.django_db(transaction=True)
def test_a_share_of_yesterday_is_scored_without_personal_data(transactional_db: None) -> None:
    create_first_rows()
    create_default_profiles()
    for number in range(4):
        answered(number)
    answered(9, Channel.COMMAND)
    assert score_yesterday() is None
    Sampling(is_on=True, share=0.5, most=10).save()
    run = score_yesterday()
    assert run is not None
    assert (run.state, run.dialogues.count(), run.result["turns"]["scored"]) == ("finished", 2, 2)
    said = list(DialogueTurn.objects.values_list("said", flat=True))
    assert all("DE02" not in text and "Frage" in text for text in said)
    assert Dialogue.objects.filter(conversation__isnull=False).count() == 0
    assert score_yesterday() == run
    assert Verdict.objects.count() == 2


@pytest.mark.django_db
def test_what_the_built_in_model_gives_as_usual_is_an_answer_and_no_stand_in_is() -> None:
    away = {"kind": "stand_in", "text": "…", "model": "offline", "instead_of": "large", "reason": "unreachable"}
    for number, warnings in enumerate([[], [away], [away | {"reason": "unproved"}]]):
        turn = answered(number)
        Turn.objects.filter(pk=turn.pk).update(state=TurnState.DONE_WITHOUT_LLM, warnings=warnings)
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    drawn = draw_turns(Sampling(share=1.0, most=10), today, "2026-12-01")
    assert sorted(turn.question[:7] for turn in drawn) == ["Frage 0", "Frage 2"]


@pytest.mark.django_db
def test_a_sample_that_the_sweep_has_finished_meanwhile_is_not_begun_again(suite: Suite, measured: Measured) -> None:
    run = measured(suite, kind=RunKind.SAMPLE, state=RunState.WAITING)
    Run.objects.filter(pk=run.pk).update(state=RunState.FINISHED, mean=0.25)
    judge_sample(run)
    run.refresh_from_db()
    assert (run.state, run.mean) == (RunState.FINISHED, 0.25)


@pytest.mark.django_db(transaction=True)
def test_the_night_leaves_a_sample_alone_that_the_sweep_has_in_hand(
    suite: Suite, measured: Measured, other_session: psycopg.Connection
) -> None:
    Sampling(is_on=True).save()
    yesterday = (timezone.localtime() - timedelta(days=1)).date().isoformat()
    run = measured(suite, kind=RunKind.SAMPLE, title=yesterday, state=RunState.RUNNING)
    other_session.execute("SELECT pg_advisory_lock(%s, %s)", [RUN_LOCK, run.pk])
    nightly()
    run.refresh_from_db()
    assert run.state == RunState.RUNNING


@pytest.mark.django_db
def test_a_withdrawn_document_leaves_no_text_in_runs(suite: Suite, measured: Measured) -> None:
    document = factories.document(["Geheimer Satz."])
    run = measured(suite)
    turn = DialogueTurn.objects.filter(dialogue__run=run).first()
    assert turn is not None
    turn.passages = [{"document": document.pk, "external_id": "x", "title": "T", "page": 1, "text": "Geheimer Satz."}]
    turn.save()
    Verdict.objects.create(turn=turn, state="scored", raw="Er zitiert: Geheimer Satz.")
    Call.objects.create(dialogue=turn.dialogue, purpose="answer", digest="1", text="Geheimer Satz.", model="m")
    receipt = withdraw_documents([document.pk])
    turn.refresh_from_db()
    assert turn.passages[0]["text"] == ""
    assert not Verdict.objects.filter(raw__contains="Geheimer").exists()
    assert not Call.objects.filter(text__contains="Geheimer").exists()
    assert receipt.tables["evaluation_dialogueturn"]["marked"] == 1


@pytest.mark.django_db
def test_the_public_sees_what_was_in_force_and_no_draft_before_it_went_live(suite: Suite, measured: Measured) -> None:
    assert published_runs() == []
    first = measured(suite, finished_at=timezone.now())
    draft = Draft.objects.create(kind="profile", target="active", content=publication_content(Profile.objects.first()))
    second = measured(suite, draft, finished_at=timezone.now())
    measured(suite, finished_at=timezone.now(), configuration={"variant": "hybrid"})
    assert published_runs() == [first]
    Draft.objects.update(state=DraftState.PUBLISHED)
    assert published_runs() == [second]


def test_the_chart_is_drawn_here_and_names_what_it_shows() -> None:
    drawn = str(
        trend_chart([ChartPoint("01-02", 0.5, 0.4, 0.7), ChartPoint("<b>", 0.75, 0.6, 0.9)], "Verlauf & Mittel")
    )
    assert drawn.count("<circle") == 2
    assert 'aria-label="Verlauf &amp; Mittel"' in drawn
    assert "<b>" not in drawn
    assert "style=" not in drawn
