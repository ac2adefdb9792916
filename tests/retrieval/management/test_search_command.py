import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Readers
from tests.factories import collection, document

pytestmark = pytest.mark.django_db


def run(*arguments: Any, **options: Any) -> str:
    output = StringIO()
    call_command("search", *arguments, stdout=output, **options)
    return output.getvalue()


def test_it_prints_one_json_object() -> None:
    document(["Die Gebühr beträgt drei Euro."], title="Gebühren")
    data = json.loads(run("Gebühr", "--json"))
    assert data["documents"][0]["passages"][0]["text"] == "Die Gebühr beträgt drei Euro."


def test_it_prints_a_list_for_people() -> None:
    made = document(["Die Gebühr beträgt drei Euro."], title="Gebühren")
    output = run("Gebühr")
    assert "1. Gebühren (0." in output
    assert f"/documents/{made.pk}/pages/1/" in output


def test_who_may_run_commands_searches_every_collection() -> None:
    document(["Die Gebühr beträgt drei Euro."], title="intern", collection=collection("staff", readers=Readers.STAFF))
    assert "intern" in run("Gebühr", "--collection", "staff")


def test_an_empty_result_is_explained() -> None:
    collection("amt")
    assert "Gebühr" not in run("Gebühr", "--collection", "amt").splitlines()[0]
    assert json.loads(run("Gebühr", "--json"))["explanation"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--collection", "nowhere"], "Unknown collection 'nowhere'. Known: amt."),
        (["--algorithm", "best"], "Unknown algorithm 'best'. Known:"),
        (["--limit", "0"], "The limit is 0, use a number of documents from 1 to 40."),
    ],
)
def test_wrong_use_is_a_sentence_and_exit_status_2(arguments: list[str], sentence: str) -> None:
    collection("amt")
    with pytest.raises(CommandError) as error:
        run("Gebühr", *arguments)
    assert str(error.value).startswith(sentence)
    assert error.value.returncode == 2
