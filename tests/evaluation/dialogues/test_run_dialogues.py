"""Dialogues with the real assistant against a model server: what is asked, stored, and never paid twice."""

import json
import re
from collections import Counter
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from apps.evaluation.commands.dialogues import render_run_result
from apps.evaluation.dialogues import judge_turn
from apps.evaluation.dialogues import run_dialogues as running
from apps.evaluation.dialogues.run_dialogues import run_dialogues
from apps.evaluation.models import Call, Dialogue, DialogueTurn, Run, RunState
from apps.evaluation.planning.create_run import OpeningQuestion, RunOptions, create_dialogue_run, find_unfinished_run
from apps.evaluation.planning.run_configuration import configuration_in_force
from apps.evaluation.tasks import enqueue_run
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK, PERSON
from apps.llm.models import ChatModel, ModelOrder, Price
from apps.llm.transport.priority_semaphore import call_rank
from tests.evaluation.scripted_replies import FEES, QUESTION, marks, part_of, speaking
from tests.fakes.openai_server import FakeOpenAIServer, Request

pytestmark = pytest.mark.django_db(transaction=True)


def parts(server: FakeOpenAIServer) -> Counter[str]:
    return Counter(part_of(request) for request in server.chat_requests)


def run_of(number: int = 1, **options: Any) -> Run:
    queries = [OpeningQuestion(f"{QUESTION} ({place})", persona="calm") for place in range(number)]
    return create_dialogue_run(queries, RunOptions(**options), configuration_in_force())


def test_three_turns_by_the_real_assistant_with_a_judge_for_each(server: FakeOpenAIServer) -> None:
    run = run_dialogues(run_of())
    assert run.state == RunState.FINISHED
    assert run.result["turns"] == {"scored": 3, "unparsable": 0, "skipped": 0, "failed": 0}
    assert (run.mean, run.result["criteria"]["relevance"]) == (0.8, 4.0)
    assert (run.result["dialogues"], run.result["scored_dialogues"]) == (1, 1)
    # What came word for word was needed to go on; it quotes documents.
    assert set(Call.objects.values_list("text", flat=True)) == {""}
    assert parts(server) == {"answer": 3, "judge": 3, "persona": 2, "rephrase": 2}
    assert run.result["model_calls"] == {"answer": 3, "judge": 3, "persona": 2, "rephrase": 2}
    first = DialogueTurn.objects.get(number=1)
    assert (first.said, first.metrics["citation_proof"]) == (f"{QUESTION} (0)", 1.0)
    assert first.passages[0]["text"] == FEES
    assert run.result["cost"] > 0


def test_people_get_the_places_at_the_model_server_before_a_run_does(
    server: FakeOpenAIServer, ranks_of_calls: list[int]
) -> None:
    run_dialogues(run_of(turns=1))
    assert set(ranks_of_calls) == {LAST_RANK}
    assert call_rank.get() == PERSON, "what comes after it is no background work for that"


def test_the_judge_sees_the_passages_of_that_turn_and_the_visitor_sees_the_roles_swapped(
    server: FakeOpenAIServer,
) -> None:
    run_dialogues(run_of(turns=2))
    judged = next(request for request in server.chat_requests if part_of(request) == "judge")
    assert FEES in judged.prompt
    assert judged.body["temperature"] == 0.2
    assert judged.body["response_format"]["json_schema"]["schema"]["required"][0] == "comment"
    visitor = next(request for request in server.chat_requests if part_of(request) == "persona")
    roles = [message["role"] for message in visitor.body["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert visitor.body["messages"][2]["content"] == f"{QUESTION} (0)"
    assert "30,70 Euro" in visitor.body["messages"][3]["content"]
    assert visitor.body["temperature"] == 0.7
    assert "ruhig" in visitor.system


def test_half_a_character_in_the_reason_of_a_judge_breaks_no_run(server: FakeOpenAIServer) -> None:
    server.default_reply = speaking(judge=lambda request: marks(4).replace("Grund", "Gut \\ud83d gesagt"))
    assert run_dialogues(run_of(turns=1)).state == RunState.FINISHED
    assert DialogueTurn.objects.get().reason == "Gut ? gesagt"


def test_done_ends_the_dialogue_and_is_neither_scored_nor_sent(server: FakeOpenAIServer) -> None:
    server.default_reply = speaking(persona=lambda request: "Danke, DONE")
    run = run_dialogues(run_of())
    assert Dialogue.objects.get().ended_by == "visitor"
    assert run.result["turns"]["scored"] == 1
    assert parts(server)["answer"] == 1


def test_what_cannot_be_read_is_counted_apart_and_never_a_zero(server: FakeOpenAIServer) -> None:
    replies = iter([marks(10), "Ich gebe eine 4.", marks(2)])
    server.default_reply = speaking(judge=lambda request: next(replies))
    run = run_dialogues(run_of())
    assert run.result["turns"] == {"scored": 1, "unparsable": 2, "skipped": 0, "failed": 0}
    assert run.mean == pytest.approx(0.4)
    assert run.result["unparsable_share"] == pytest.approx(2 / 3, abs=1e-4)
    assert [turn["score"] for turn in run.result["weak_turns"]] == [0.4]
    assert parts(server)["judge"] == 3


def test_nothing_scored_has_no_mean(server: FakeOpenAIServer) -> None:
    server.default_reply = speaking(judge=lambda request: "nichts")
    run = run_dialogues(run_of(turns=1))
    assert (run.mean, run.result["interval_95"]) == (None, None)


def test_a_judge_that_fails_is_not_replaced_by_the_built_in_rules(server: FakeOpenAIServer) -> None:
    ModelOrder.objects.create(purpose="judge", model=ChatModel.objects.get(endpoint=None), position=2)
    inner = speaking()

    def failing(request: Request) -> str:
        return "" if part_of(request) == "judge" else inner(request)

    server.default_reply = failing
    run = run_dialogues(run_of(turns=2))
    # The assistant goes on answering, whatever the judge does meanwhile.
    assert run.result["turns"] == {"scored": 0, "unparsable": 0, "skipped": 0, "failed": 2}
    assert Dialogue.objects.get().ended_by == "turns"
    assert (run.result["dialogues"], run.result["scored_dialogues"]) == (1, 0)


def test_several_judgements_become_one(server: FakeOpenAIServer) -> None:
    replies = iter([marks(5), marks(5), marks(2)])
    server.default_reply = speaking(judge=lambda request: next(replies))
    assert run_dialogues(run_of(turns=1, judges=3, vote="majority")).mean == 1.0


def test_a_run_that_broke_off_goes_on_and_repeats_no_finished_call(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(3)
    whole = judge_turn.store_verdicts
    left = 4

    def dying(*arguments: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        whole(*arguments)

    monkeypatch.setattr(judge_turn, "store_verdicts", dying)
    with pytest.raises(BaseException):  # noqa: B017 - a process that dies, however it dies
        run_dialogues(run)
    stored = Call.objects.count()
    assert 0 < stored < 30
    assert (
        find_unfinished_run(
            [OpeningQuestion(f"{QUESTION} ({n})", persona="calm") for n in range(3)],
            RunOptions(),
            configuration_in_force(),
        )
        == run
    )
    monkeypatch.setattr(judge_turn, "store_verdicts", whole)
    server.requests.clear()
    finished = run_dialogues(run)
    assert finished.result["turns"]["scored"] == 9
    assert sum(finished.result["model_calls"].values()) == 30
    assert len(server.chat_requests) == 30 - stored


def test_a_budget_stops_the_run_and_more_money_lets_it_go_on(server: FakeOpenAIServer) -> None:
    run = run_of(4, budget=Decimal("0.01"))
    assert run_dialogues(run).state == RunState.STOPPED
    paid = Call.objects.count()
    assert paid < 40
    assert run_dialogues(run).state == RunState.STOPPED
    assert Call.objects.count() == paid, "what earlier work has cost counts"
    Run.objects.filter(pk=run.pk).update(budget=None)
    assert run_dialogues(run).state == RunState.FINISHED
    assert Call.objects.count() == 40


def test_a_run_whose_time_is_up_waits_and_goes_on_without_paying_twice(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(4, turns=1)
    monkeypatch.setattr(running, "monotonic", lambda: float(len(server.chat_requests)))
    run_dialogues(run, until=4.0)
    run.refresh_from_db()
    assert (run.state, run.finished_at, run.result) == (RunState.WAITING, None, {})
    paid = Call.objects.count()
    assert 4 <= paid < 8
    assert run_dialogues(run, until=100.0).state == RunState.FINISHED
    assert (Call.objects.count(), len(server.chat_requests)) == (8, 8)


def test_a_spent_budget_stops_a_run_whose_time_is_up_as_well(server: FakeOpenAIServer) -> None:
    assert run_dialogues(run_of(1, turns=1, budget=Decimal(0)), until=0.0).state == RunState.STOPPED


def test_the_command_finds_what_the_console_began(server: FakeOpenAIServer) -> None:
    run = run_of(1, turns=1)
    enqueue_run(run)
    queries = [OpeningQuestion(f"{QUESTION} (0)", persona="calm")]
    found = find_unfinished_run(queries, RunOptions(turns=1), configuration_in_force())
    assert found == run
    assert find_unfinished_run(queries, RunOptions(turns=2), configuration_in_force()) is None


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["words", "json"])
def test_a_run_that_was_given_up_is_resumed_by_the_command(server: FakeOpenAIServer, form: list[str]) -> None:
    run = run_of(1, turns=1)
    Run.objects.filter(pk=run.pk).update(state=RunState.FAILED, error="Given up.", attempts=3)
    call_command("evaluate", "dialogues", "--resume", str(run.pk), *form, stdout=StringIO(), stderr=StringIO())
    run.refresh_from_db()
    assert (run.state, run.error, run.attempts) == (RunState.FINISHED, "", 0)
    # One that has finished is printed, and nothing asked again.
    asked = len(server.chat_requests)
    call_command("evaluate", "dialogues", "--resume", str(run.pk), *form, stdout=StringIO(), stderr=StringIO())
    assert len(server.chat_requests) == asked


def test_the_same_command_with_more_money_goes_on(server: FakeOpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text("\n".join(json.dumps({"question": f"{QUESTION} ({n})"}) for n in range(4)), encoding="utf-8")
    command = ["evaluate", "dialogues", "--queries", str(path)]
    with pytest.raises(CommandError, match="stopped at its budget"):
        call_command(*command, "--budget", "0.01", stdout=StringIO(), stderr=StringIO())
    call_command(*command, "--budget", "100", stdout=StringIO(), stderr=StringIO())
    assert Run.objects.get().state == RunState.FINISHED


def test_a_model_without_a_price_leaves_the_cost_unknown_and_says_so(
    server: FakeOpenAIServer, client: Client, administrator: User
) -> None:
    Price.objects.all().delete()
    run = run_dialogues(run_of(turns=1, budget=Decimal("0.01")))
    assert (run.state, run.result["cost"], run.result["unpriced"]) == ("finished", 0.0, ["fake"])
    assert "unknown for fake" in render_run_result(run.result)
    client.force_login(administrator)
    address = reverse("admin:evaluation_run_change", args=[run.pk])
    page = client.get(address, {"view": "figures"}, HTTP_ACCEPT_LANGUAGE="en")
    assert "no price: fake" in page.content.decode()
    assert "The budget does not stop them." in page.content.decode()


def test_the_command_prints_the_figures_and_fails_below_the_pass_mark(server: FakeOpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"question": QUESTION, "persona": "calm"}), encoding="utf-8")
    arguments = ["dialogues", "--queries", str(path), "--turns", "1", "--new", "--json"]
    output = StringIO()
    call_command("evaluate", *arguments, "--pass-mark", "0.8", stdout=output, stderr=StringIO())
    printed = json.loads(output.getvalue())
    assert set(printed) >= {
        "run", "dialogues", "turns", "mean", "interval_95", "criteria", "weak_turns", "personas", "unparsable_share",
        "failed_turns", "cases", "held_out", "metrics", "claims", "calibration", "pass_mark", "state", "model_calls",
        "tokens", "cost", "unpriced",
    }  # fmt: skip
    assert (printed["dialogues"], printed["mean"], printed["personas"]) == (1, 0.8, {"calm": 1})
    assert (printed["turns"]["scored"], printed["unpriced"]) == (1, [])
    with pytest.raises(CommandError, match=r"Below the pass mark 0.81: the score is 0.800") as error:
        call_command("evaluate", *arguments, "--pass-mark", "0.81", stdout=StringIO(), stderr=StringIO())
    assert error.value.returncode == 1


def test_a_draft_is_measured_although_it_is_not_in_force(server: FakeOpenAIServer) -> None:
    from dataclasses import replace

    from apps.llm.prompts.fill_published_prompt import PublishedPrompt
    from apps.llm.prompts.prompt_store import load_published_prompt

    wording = load_published_prompt("answer")
    draft = PublishedPrompt("answer", 99, wording.system + "\nNur Hauptwörter.", wording.user)
    run_dialogues(
        create_dialogue_run(
            [OpeningQuestion(QUESTION)],
            RunOptions(turns=1),
            replace(configuration_in_force(), prompts={"answer": draft}),
        )
    )
    asked = next(request for request in server.chat_requests if part_of(request) == "answer")
    assert asked.system.endswith("Nur Hauptwörter.")
    assert load_published_prompt("answer").number == wording.number


def test_the_same_seed_draws_the_same_personas() -> None:
    from apps.evaluation.planning.personas import draw_personas

    people = ["angry", "calm", "beginner"]
    assert draw_personas(people, [""] * 20, 42) == draw_personas(people, [""] * 20, 42)
    assert set(draw_personas(people, [""] * 20, 42)) == set(people)
    named = draw_personas(people, ["", "calm", ""], 42)
    assert (named[0], named[2]) == tuple(draw_personas(people, ["", "", ""], 42)[::2])
    assert named[1] == "calm"
    assert re.fullmatch(r"\w+", named[0])
