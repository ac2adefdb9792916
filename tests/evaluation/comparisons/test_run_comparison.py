"""Comparisons with the real assistant and a model server as the judge."""

import json
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Collection, Document
from apps.evaluation.comparisons import compare_question
from apps.evaluation.comparisons.run_comparison import run_comparison, start_comparison
from apps.evaluation.models import Ballot, Call, Comparison, Criterion, Run, RunState
from apps.evaluation.planning.create_run import OpeningQuestion
from apps.evaluation.tasks import enqueue_run
from apps.llm.models import PromptVersion
from apps.llm.prompts.prompt_store import load_published_prompt
from tests.evaluation.scripted_replies import ANSWER, COMPARED, QUESTION, ballot, part_of, speaking
from tests.fakes.openai_server import FakeOpenAIServer, Request

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = ANSWER.replace("Die Gebühr beträgt", "Man zahlt", 1)
VARIANT = "prompt:answer/77"


@pytest.fixture
def variant(server: FakeOpenAIServer) -> str:
    """Another wording of the answer's prompt, by which the server knows the second of the two."""
    wording = load_published_prompt("answer")
    version = PromptVersion.objects.filter(prompt__slug="answer").first()
    assert version is not None
    PromptVersion.objects.create(
        prompt=version.prompt, number=77, system=wording.system + "\nIn der Variante.", user=wording.user
    )
    server.default_reply = speaking(answer=two_answers)
    return VARIANT


def two_answers(request: Request) -> str:
    return OTHER if "In der Variante" in request.system else ANSWER


def compared(variant: str, number: int = 3, **options: Any) -> Run:
    queries = [OpeningQuestion(f"{QUESTION} ({place})") for place in range(number)]
    return run_comparison(start_comparison("in-force", variant, queries, **options))


def asked(server: FakeOpenAIServer, part: str) -> int:
    return sum(part_of(request) == part for request in server.chat_requests)


def test_a_judge_who_prefers_the_first_answer_gives_nothing_but_ties(server: FakeOpenAIServer, variant: str) -> None:
    result = compared(variant).result
    assert {name: row["ties"] for name, row in result["criteria"].items()} == dict.fromkeys(COMPARED, 3)
    assert (result["order_disagreements"], result["unparsable"]) == (3, 0)
    assert {row["verdict"] for row in result["criteria"].values()} == {"not distinguishable"}
    assert result["model_calls"] == {"answer": 6, "compare": 12}
    assert result["cost"] > 0
    assert set(Call.objects.values_list("text", flat=True)) == {""}
    # By these the console knows who may read the answers.
    assert Comparison.objects.all()[0].documents == [{"document": Document.objects.get().pk}]


def test_the_answer_that_is_better_in_both_orders_wins(server: FakeOpenAIServer, variant: str) -> None:
    def judge(request: Request) -> str:
        return ballot(1 if request.prompt.index("Man zahlt") < request.prompt.index("Die Gebühr beträgt") else 2)

    server.default_reply = speaking(answer=two_answers, compare=judge)
    result = compared(variant, number=12, repeats=2).result
    assert {row["verdict"] for row in result["criteria"].values()} == {"b better"}
    assert result["order_disagreements"] == 0
    assert [row.a_first for row in Comparison.objects.first().ballots.all()] == [True, False]  # type: ignore[union-attr]


def test_the_same_answers_are_ties_that_nobody_is_paid_for(server: FakeOpenAIServer) -> None:
    result = compared("in-force").result
    assert asked(server, "compare") == 0
    assert {row["ties"] for row in result["criteria"].values()} == {3}


def test_a_comparison_whose_time_is_up_waits_and_goes_on(server: FakeOpenAIServer, variant: str) -> None:
    run = start_comparison("in-force", variant, [OpeningQuestion(QUESTION)])
    run_comparison(run, until=0.0)
    run.refresh_from_db()
    assert (run.state, run.finished_at, server.chat_requests) == (RunState.WAITING, None, [])
    assert run_comparison(run).state == RunState.FINISHED


def test_two_failed_answers_are_no_tie(server: FakeOpenAIServer, variant: str) -> None:
    server.default_reply = speaking(answer=lambda request: "")
    result = compared(variant, 1).result
    assert {(row["ties"], row["win_rate_a"]) for row in result["criteria"].values()} == {(0, None)}
    assert (result["failed"], asked(server, "compare")) == (1, 0)


def test_half_a_character_in_the_reasons_of_a_judge_breaks_no_run(server: FakeOpenAIServer, variant: str) -> None:
    server.default_reply = speaking(
        answer=two_answers, compare=lambda request: ballot(1).replace("Grund", "Gut \\ud83d gesagt")
    )
    assert compared(variant, 1).state == RunState.FINISHED
    assert "Gut ? gesagt" in Ballot.objects.all()[0].reason


def test_what_the_judge_wrote_badly_is_counted_and_decides_nothing(server: FakeOpenAIServer, variant: str) -> None:
    replies = iter(["Antwort 1 ist besser.", ballot(1), ballot(3), ballot(2)])
    server.default_reply = speaking(answer=two_answers, compare=lambda request: next(replies))
    result = compared(variant, number=1).result
    assert result["unparsable"] == 2
    # Two readable ones, each of one order: first shown and second shown are the same answer.
    assert Ballot.objects.filter(state="scored").count() == 2


def test_a_comparison_that_broke_off_goes_on_and_repeats_no_finished_call(
    server: FakeOpenAIServer, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, left = compare_question.store_comparison, 2

    def dying(*arguments: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        whole(*arguments)

    monkeypatch.setattr(compare_question, "store_comparison", dying)
    with pytest.raises(BaseException):  # noqa: B017 - a process that dies, however it dies
        compared(variant)
    paid = Call.objects.count()
    monkeypatch.setattr(compare_question, "store_comparison", whole)
    server.requests.clear()
    assert compared(variant).result["model_calls"] == {"answer": 6, "compare": 12}
    assert Run.objects.count() == 1
    assert len(server.chat_requests) == 18 - paid


def test_a_budget_stops_a_comparison(server: FakeOpenAIServer, variant: str) -> None:
    run = compared(variant, number=40, repeats=2, budget=Decimal("0.01"))
    assert run.state == RunState.STOPPED
    assert run.comparisons.filter(is_done=True).count() < 40


def test_a_comparison_of_the_console_that_stopped_goes_on_when_it_is_started_again(server: FakeOpenAIServer) -> None:
    queries = [OpeningQuestion(QUESTION)]
    run = start_comparison("in-force", "chunks-only", queries, budget=Decimal("0.01"))
    enqueue_run(run)
    Run.objects.filter(pk=run.pk).update(state=RunState.STOPPED)
    again = start_comparison("in-force", "chunks-only", queries, budget=Decimal(5))
    # A worker leaves a run alone that has ended.
    assert (again.pk, again.state, again.budget) == (run.pk, RunState.WAITING, 5)
    other = start_comparison("in-force", "chunks-only", queries, collections=[Collection.objects.all()[0].slug])
    assert other.pk != run.pk


def test_with_another_budget_a_comparison_goes_on(server: FakeOpenAIServer, variant: str) -> None:
    stopped = compared(variant, number=40, repeats=2, budget=Decimal("0.01"))
    again = compared(variant, number=40, repeats=2, budget=Decimal("0.01"))
    assert (again.pk, again.state) == (stopped.pk, RunState.STOPPED), "of the same money nothing is left"
    gone_on = compared(variant, number=40, repeats=2, budget=None)
    assert (gone_on.pk, gone_on.state) == (stopped.pk, RunState.FINISHED)


def test_the_command_says_why_a_comparison_has_stopped_and_what_goes_on(
    server: FakeOpenAIServer, variant: str, tmp_path: Path
) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps({"question": f"{QUESTION} ({n})"}) for n in range(40)), encoding="utf-8")
    arguments = ["compare", "in-force", variant, "--questions", str(path), "--repeats", "2"]
    with pytest.raises(CommandError, match="stopped at its budget; the same command with a larger --budget goes on"):
        call_command("evaluate", *arguments, "--budget", "0.01", stdout=StringIO(), stderr=StringIO())
    call_command("evaluate", *arguments, "--budget", "100", stdout=StringIO(), stderr=StringIO())
    assert Run.objects.get().state == RunState.FINISHED


def test_criteria_are_those_of_the_admin(server: FakeOpenAIServer, variant: str) -> None:
    Criterion.objects.update(is_active=False)
    Criterion.objects.create(slug="kindness", meaning="Wie freundlich ist die Antwort?")
    server.default_reply = speaking(answer=two_answers, compare=lambda request: '{"kindness": 1}')
    assert list(compared(variant, number=1).result["criteria"]) == ["kindness"]
    judged = next(request for request in server.chat_requests if part_of(request) == "compare")
    assert "Wie freundlich ist die Antwort?" in judged.system + judged.prompt


def test_the_command_prints_the_figures(server: FakeOpenAIServer, variant: str, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    output = StringIO()
    arguments = ["compare", "in-force", variant, "--questions", str(path), "--repeats", "2", "--json"]
    call_command("evaluate", *arguments, "--pass-mark", "0.5", stdout=output, stderr=StringIO())
    printed = json.loads(output.getvalue())
    assert printed["questions"] == 1
    assert printed["criteria"]["directness"]["ties"] == 1
    # All ties are half of the wins.
    with pytest.raises(CommandError, match="Below the pass mark") as error:
        call_command("evaluate", *arguments, "--pass-mark", "0.51", stdout=StringIO(), stderr=StringIO())
    assert error.value.returncode == 1
