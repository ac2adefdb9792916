"""What a restored database is asked."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.backup import smoke_test_restore
from config.backup.restore_backup import smoke_test_failures
from config.backup.smoke_test_restore import contains_question_words
from tests import factories

INTERRUPTED = "The answer is not complete: interrupted."
WORDS = "Die Satzung regelt die Gebühren der Stadt"


@pytest.mark.parametrize(
    ("pages", "asked", "reasons"),
    [
        ({"opened": 20, "failed": []}, {"asked": 5, "found": 3, "failed": []}, []),
        ({"opened": 0, "failed": []}, {"asked": 0, "found": 0, "failed": []}, []),
        (
            {"opened": 20, "failed": ["7/1: the picture is empty"]},
            {"asked": 0, "found": 0, "failed": []},
            ["pages that do not open: 1 of 20"],
        ),
        (
            {"opened": 20, "failed": []},
            {"asked": 5, "found": 2, "failed": ["The search is not set up."]},
            ["questions that end in an error: 1 of 5", "questions that do not find their page: 3 of 5"],
        ),
    ],
)
def test_why_a_backup_is_not_good_is_said(pages: dict[str, Any], asked: dict[str, Any], reasons: list[str]) -> None:
    assert smoke_test_failures({"pages": pages, "questions": asked}) == reasons


@pytest.mark.django_db
def test_words_are_found_in_whichever_document_begins_with_them() -> None:
    first = factories.document([f"{WORDS}\n und ihrer Betriebe."])
    twin = factories.document([WORDS.replace(" ", "  ")], collection=first.collection)
    other = factories.document(["Der Markt ist am Samstag."], collection=first.collection)
    assert contains_question_words(WORDS, first.collection_id, [twin.external_id])
    assert contains_question_words(WORDS, first.collection_id, [other.external_id, first.external_id])
    assert not contains_question_words(WORDS, first.collection_id, [other.external_id])
    assert not contains_question_words(WORDS, first.collection_id + 1, [first.external_id])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("state", "failed", "alone"), [("done_without_llm", [], 1), ("interrupted", [INTERRUPTED], 0)])
def test_a_language_model_that_is_away_is_no_fault_of_the_backup(
    monkeypatch: pytest.MonkeyPatch, state: str, failed: list[str], alone: int
) -> None:
    document = factories.document([f"{WORDS} und ihrer Betriebe."])
    listed = json.dumps({"documents": [{"external_id": document.external_id}]})

    def called(command: str, question: str, *, stdout: io.StringIO, **options: object) -> None:
        stdout.write(listed if command == "search" else json.dumps({"state": state}))
        if command == "ask":
            raise CommandError(f"The answer is not complete: {state}.", returncode=1)

    monkeypatch.setattr(smoke_test_restore, "call_command", called)
    asked = smoke_test_restore.ask_questions(1)
    assert asked == {"asked": 1, "found": 1 - len(failed), "failed": failed, "without_model": alone}
    assert bool(smoke_test_failures({"pages": {"opened": 0, "failed": []}, "questions": asked})) == bool(failed)


@pytest.mark.parametrize("name", ["pages", "questions"])
def test_a_number_below_none_is_refused(name: str) -> None:
    with pytest.raises(CommandError, match="'-1' is no number from 0"):
        call_command("backup", "check", f"--{name}=-1")
