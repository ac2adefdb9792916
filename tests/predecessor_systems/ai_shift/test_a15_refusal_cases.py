"""A15: questions outside the knowledge base have to be refused, and a run says whether they were."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.evaluation.models import Dialogue, DialogueTurn
from tests.evaluation.conftest import server as server
from tests.evaluation.scripted_replies import ANSWER, QUESTION, marks, part_of, speaking
from tests.fakes.openai_server import FakeOpenAIServer, Request

pytestmark = pytest.mark.django_db(transaction=True)
OUTSIDE = "Wie viele Monde hat der Saturn?"
REFUSAL = "KEINE_ANTWORT\nDazu steht nichts in den Quellen."


def evaluate(tmp_path: Path, *questions: dict[str, Any], turns: int = 1, least: str = "0.9") -> dict[str, Any]:
    path, output = tmp_path / "questions.jsonl", StringIO()
    path.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    arguments = ["--queries", str(path), "--turns", str(turns), "--pass-mark", least, "--new", "--json"]
    call_command("evaluate", "dialogues", *arguments, stdout=output, stderr=StringIO())
    return json.loads(output.getvalue())  # type: ignore[no-any-return]


def judged(server: FakeOpenAIServer) -> list[Request]:
    return [request for request in server.chat_requests if part_of(request) == "judge"]


def refuses_what_is_outside(request: Request) -> str:
    return REFUSAL if OUTSIDE in request.prompt else ANSWER


def thinks_little_of_refusals(request: Request) -> str:
    return marks(1 if OUTSIDE in request.prompt else 5)


def test_a_right_refusal_has_full_marks_whatever_a_judge_thinks_of_it(server: FakeOpenAIServer, tmp_path: Path) -> None:
    server.default_reply = speaking(answer=refuses_what_is_outside, judge=thinks_little_of_refusals)
    figures = evaluate(tmp_path, {"question": OUTSIDE, "must_refuse": True}, {"question": QUESTION})
    assert figures["mean"] == 1.0
    assert Dialogue.objects.get(question=OUTSIDE).passed
    assert all(OUTSIDE not in request.prompt for request in judged(server))


def test_an_answer_to_what_is_outside_fails_the_run_though_a_judge_likes_it(
    server: FakeOpenAIServer, tmp_path: Path
) -> None:
    server.default_reply = speaking(judge=lambda request: marks(5))
    with pytest.raises(CommandError, match="Below the pass mark") as error:
        evaluate(tmp_path, {"question": "Was kostet ein Anwohnerparkausweis im Nachbarort?", "must_refuse": True})
    assert error.value.returncode == 1
    assert Dialogue.objects.get().failures == ["not_refused"]
    assert DialogueTurn.objects.get().score == 0.0


def test_a_refusal_of_what_the_documents_answer_fails_too(server: FakeOpenAIServer, tmp_path: Path) -> None:
    server.default_reply = speaking(answer=lambda request: REFUSAL)
    evaluate(tmp_path, {"question": QUESTION, "must_refuse": False}, least="0.1")
    assert "refused" in Dialogue.objects.get().failures


def test_what_is_asked_after_a_refusal_is_judged_as_any_other_turn(server: FakeOpenAIServer, tmp_path: Path) -> None:
    server.default_reply = speaking(answer=refuses_what_is_outside, judge=lambda request: marks(3))
    evaluate(tmp_path, {"question": OUTSIDE, "must_refuse": True}, turns=2, least="0.1")
    assert [turn.score for turn in DialogueTurn.objects.order_by("number")] == [1.0, 0.6]
