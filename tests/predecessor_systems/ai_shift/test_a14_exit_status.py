"""A14: a comparison that no judge could read is no success."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.evaluation.comparisons.test_run_comparison import two_answers
from tests.evaluation.comparisons.test_run_comparison import variant as variant
from tests.evaluation.conftest import server as server
from tests.evaluation.scripted_replies import QUESTION, speaking
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_comparison_nobody_could_read_ends_with_status_1(
    server: FakeOpenAIServer, variant: str, tmp_path: Path
) -> None:
    server.default_reply = speaking(answer=two_answers, compare=lambda request: "Beide gefallen mir.")
    questions = tmp_path / "questions.jsonl"
    questions.write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    with pytest.raises(CommandError, match="decided") as error:
        call_command(
            "evaluate", "compare", "in-force", variant, "--questions", str(questions),
            stdout=StringIO(), stderr=StringIO(),
        )  # fmt: skip
    assert error.value.returncode == 1
