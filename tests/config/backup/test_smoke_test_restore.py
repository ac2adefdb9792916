"""What a restored database is asked."""

import pytest
from django.core.management import CommandError, call_command

from config.backup.smoke_test_restore import say
from tests import factories

WORDS = "Die Satzung regelt die Gebühren der Stadt"


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
