"""A17: a critic says yes or no of a whole dialogue, by a definition in free words; the majority of odd votes counts."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.evaluation.models import Dialogue, Run, Suite
from apps.evaluation.planning.estimate_cost import estimate_dialogues
from tests.evaluation.conftest import administrator as administrator
from tests.evaluation.conftest import server as server
from tests.evaluation.scripted_replies import QUESTION, speaking
from tests.fakes.openai_server import FakeOpenAIServer, Request

pytestmark = pytest.mark.django_db(transaction=True)

CONSISTENT = "Die Auskunft widerspricht sich an keiner Stelle."
POLITE = "Die Auskunft bleibt höflich."
YES, NO = '{"reason": "steht so da", "verdict": 1}', '{"reason": "Zeile 4 sagt etwas anderes", "verdict": 0}'

Evaluated = Callable[..., dict[str, Any]]


def is_critic(request: Request) -> bool:
    return "<massstab>" in request.prompt


@pytest.fixture
def evaluated(server: FakeOpenAIServer, tmp_path: Path) -> Evaluated:
    """`evaluated(replies, "--aspect", …)` runs the command with these replies of the critic and returns its JSON."""

    def run(replies: Callable[[Request], str], *arguments: str) -> dict[str, Any]:
        others = speaking()
        server.default_reply = lambda request: replies(request) if is_critic(request) else others(request)
        path = tmp_path / "questions.jsonl"
        path.write_text(json.dumps({"question": QUESTION, "persona": "calm"}), encoding="utf-8")
        output = StringIO()
        asked = ["dialogues", "--queries", str(path), "--turns", "2", "--new", "--json", *arguments]
        call_command("evaluate", *asked, stdout=output, stderr=StringIO())
        return json.loads(output.getvalue())  # type: ignore[no-any-return]

    return run


def one_after_another(*replies: str) -> Callable[[Request], str]:
    left: Iterator[str] = iter(replies)
    return lambda request: next(left)


def test_two_of_three_votes_decide_about_a_whole_dialogue(evaluated: Evaluated, server: FakeOpenAIServer) -> None:
    printed = evaluated(one_after_another(NO, YES, NO), "--aspect", CONSISTENT)
    [aspect] = printed["aspects"]
    assert (aspect["aspect"], aspect["holds"], aspect["does_not_hold"]) == (CONSISTENT, 0, 1)
    assert (aspect["share"], aspect["broken_in"]) == (0.0, [1])
    critics = [request for request in server.chat_requests if is_critic(request)]
    assert len(critics) == 3
    for request in critics:
        assert CONSISTENT in request.prompt
        assert request.prompt.count("Frage: ") == request.prompt.count("Antwort: ") == 2
    dialogue = Dialogue.objects.get()
    assert sorted(dialogue.aspects[0]["votes"]) == [False, False, True]
    assert dialogue.aspects[0]["reason"] == "Zeile 4 sagt etwas anderes"
    assert (dialogue.passed, dialogue.failures) == (False, [f"aspect: {CONSISTENT}"])
    assert printed["mean"] == 0.8, "an aspect changes no score"


@pytest.mark.parametrize(("wanted", "asked"), [(1, 1), (2, 3), (3, 3), (4, 5)])
def test_an_even_number_of_votes_becomes_odd(
    evaluated: Evaluated, server: FakeOpenAIServer, wanted: int, asked: int
) -> None:
    evaluated(lambda request: YES, "--aspect", POLITE, "--aspect-votes", str(wanted))
    assert sum(is_critic(request) for request in server.chat_requests) == asked


def test_each_aspect_is_voted_on_by_itself(evaluated: Evaluated) -> None:
    def critic(request: Request) -> str:
        return YES if POLITE in request.prompt else NO

    aspects = evaluated(critic, "--aspect", POLITE, "--aspect", CONSISTENT)["aspects"]
    assert [(each["aspect"], each["holds"]) for each in aspects] == [(POLITE, 1), (CONSISTENT, 0)]


@pytest.mark.parametrize(
    ("replies", "holds", "state"),
    [
        ((YES, "keine Ahnung", YES), True, "scored"),
        ((YES, NO, "keine Ahnung"), None, "unparsable"),
        (("{}", "[]", '{"verdict": 7}'), None, "unparsable"),
        (('```json\n{"verdict": "ja", "reason": "x"}\n```', '{{"verdict": true}}', NO), True, "scored"),
    ],
)
def test_what_cannot_be_read_is_no_vote(
    evaluated: Evaluated, replies: tuple[str, ...], holds: bool | None, state: str
) -> None:
    evaluated(one_after_another(*replies), "--aspect", POLITE)
    [verdict] = Dialogue.objects.get().aspects
    assert (verdict["holds"], verdict["state"]) == (holds, state)


def test_without_aspects_no_critic_is_asked(evaluated: Evaluated, server: FakeOpenAIServer) -> None:
    assert evaluated(lambda request: YES)["aspects"] == []
    assert not any(is_critic(request) for request in server.chat_requests)


def test_a_suite_has_its_aspects_and_its_page_shows_the_verdicts(
    server: FakeOpenAIServer, client: Client, administrator: Any
) -> None:
    client.force_login(administrator)
    given = {
        "slug": "ton", "name": "Ton", "pass_mark": 0.7, "turns": 1, "judge_repeats": 1, "vote": "mean", "seed": 42,
        "aspects": f"{POLITE}\n\n{CONSISTENT}\n", "aspect_votes": 2,
    }  # fmt: skip
    client.post(reverse("admin:evaluation_suite_add"), given)
    suite = Suite.objects.get(slug="ton")
    assert suite.aspects == [POLITE, CONSISTENT]
    before = suite.fingerprint()
    suite.cases.create(question=QUESTION)
    assert estimate_dialogues(suite).calls == 1 + 1 + 2 * 3
    others = speaking()
    server.default_reply = lambda request: NO if is_critic(request) else others(request)
    call_command("evaluate", "dialogues", "--suite", "ton", stdout=StringIO(), stderr=StringIO())
    page = client.get(
        reverse("admin:evaluation_run_change", args=[Run.objects.get().pk]), HTTP_ACCEPT_LANGUAGE="en"
    ).content.decode()
    assert "does not hold" in page
    assert POLITE in page
    suite.aspects = [POLITE]
    assert suite.fingerprint() != before


def test_the_built_in_rules_give_no_verdict(server: FakeOpenAIServer) -> None:
    from apps.llm.models import ChatModel, ModelOrder

    ModelOrder.objects.filter(purpose="judge").update(model=ChatModel.objects.get(endpoint=None))
    Suite.objects.create(slug="ton", name="Ton", turns=1, pass_mark=0.0, aspects=[POLITE]).cases.create(
        question=QUESTION
    )
    call_command("evaluate", "dialogues", "--suite", "ton", stdout=StringIO(), stderr=StringIO())
    [verdict] = Dialogue.objects.get().aspects
    assert (verdict["holds"], verdict["state"]) == (None, "unparsable")
