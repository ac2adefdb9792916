"""A run that somebody stops: what is under way is finished, nothing new begins."""

import pytest
from django.core.management import CommandError

from apps.evaluation.commands.dialogues import raise_if_insufficient
from apps.evaluation.comparisons.run_comparison import run_comparison, start_comparison
from apps.evaluation.dialogues import run_dialogues as running
from apps.evaluation.dialogues.run_dialogues import run_dialogues
from apps.evaluation.dialogues.stopped_and_stalled_runs import stop_run
from apps.evaluation.models import Run, RunState
from apps.evaluation.planning.create_run import OpeningQuestion, RunOptions, create_dialogue_run
from apps.evaluation.planning.run_configuration import configuration_in_force
from tests.evaluation.scripted_replies import QUESTION
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)


def run_of(number: int) -> Run:
    queries = [OpeningQuestion(f"{QUESTION} ({place})", persona="calm") for place in range(number)]
    return create_dialogue_run(queries, RunOptions(turns=1), configuration_in_force())


def test_it_finishes_what_is_under_way_and_goes_on_later(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(3)
    monkeypatch.setattr("apps.evaluation.dialogues.run_items_concurrently.MOST_WORKERS", 1)
    conduct = running.conduct_dialogue

    async def conduct_and_stop(*given: object) -> None:
        await conduct(*given)  # type: ignore[arg-type]
        await running.sync_to_async(stop_run)(run)

    monkeypatch.setattr(running, "conduct_dialogue", conduct_and_stop)
    run_dialogues(run)
    with pytest.raises(CommandError, match="was stopped; --resume"):
        raise_if_insufficient(run, None)
    run.refresh_from_db()
    assert (run.state, run.is_to_stop, run.dialogues.filter(state="done").count()) == (RunState.STOPPED, True, 1)
    assert run.mean is not None
    monkeypatch.setattr(running, "conduct_dialogue", conduct)
    run_dialogues(run)
    run.refresh_from_db()
    assert (run.state, run.is_to_stop, run.dialogues.filter(state="done").count()) == (RunState.FINISHED, False, 3)


def test_one_that_waits_for_its_next_turn_ends_with_the_figures_of_what_is_done(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(2)
    monkeypatch.setattr("apps.evaluation.dialogues.run_items_concurrently.MOST_WORKERS", 1)
    ends = iter([True, True, False, False])
    monkeypatch.setattr(running.RunBudget, "may_go_on", lambda budget: next(ends, False))
    monkeypatch.setattr(running.RunBudget, "state_at_end", lambda budget, stopped: RunState.WAITING)
    run_dialogues(run)
    monkeypatch.undo()
    assert run.state == RunState.WAITING
    stop_run(run)
    run_dialogues(run)
    run.refresh_from_db()
    assert (run.state, run.is_to_stop) == (RunState.STOPPED, True)
    assert run.result["turns"]


def test_one_that_nobody_has_begun_ends_at_once(server: FakeOpenAIServer) -> None:
    run = run_of(1)
    stop_run(run)
    run.refresh_from_db()
    assert run.state == RunState.STOPPED


def test_a_comparison_stops_before_its_next_question(server: FakeOpenAIServer) -> None:
    run = start_comparison("in-force", "chunks-only", [OpeningQuestion(QUESTION)])
    Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING)
    stop_run(run)
    run_comparison(run)
    run.refresh_from_db()
    assert (run.state, run.comparisons.filter(is_done=True).count()) == (RunState.STOPPED, 0)
    assert server.chat_requests == []
