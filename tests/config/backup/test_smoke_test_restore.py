"""What a restored database is asked."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.backup.restore_backup import reasons_against
from config.backup.smoke_test_restore import say
from tests import factories

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
    assert reasons_against({"pages": pages, "questions": asked}) == reasons


@pytest.mark.django_db
def test_words_are_found_in_whichever_document_begins_with_them() -> None:
    first = factories.document([f"{WORDS}\n und ihrer Betriebe."])
    twin = factories.document([WORDS.replace(" ", "  ")], collection=first.collection)
    other = factories.document(["Der Markt ist am Samstag."], collection=first.collection)
    assert say(WORDS, first.collection_id, [twin.external_id])
    assert say(WORDS, first.collection_id, [other.external_id, first.external_id])
    assert not say(WORDS, first.collection_id, [other.external_id])
    assert not say(WORDS, first.collection_id + 1, [first.external_id])


@pytest.mark.parametrize("name", ["pages", "questions"])
def test_a_number_below_none_is_refused(name: str) -> None:
    with pytest.raises(CommandError, match="'-1' is no number from 0"):
        call_command("backup", "check", f"--{name}=-1")
