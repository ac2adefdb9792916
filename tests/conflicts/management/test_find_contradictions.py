"""The command that compares a whole collection."""

import json

import pytest
from django.core.management import CommandError, call_command

from apps.conflicts.tasks import COMPARISON_LOCK
from apps.database.advisory_lock import advisory_lock
from tests.factories import collection, document


def found(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    call_command("find_contradictions", *options, "--json", verbosity=0)
    result: dict[str, object] = json.loads(capsys.readouterr().out)
    return result


def test_it_compares_what_is_new_and_says_how_it_stands(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    for price in (5, 7):
        document([f"Der Eintritt ins Hallenbad kostet {price} Euro."], collection=collection("town"), embed=False)
    document(["Der Eintritt ins Hallenbad kostet 9 Euro."], collection=collection("elsewhere"), embed=False)
    first = found(capsys, "--collection", "town")
    assert first == {
        "collection": "town",
        "documents": 2,
        "compared": 2,
        "failed": 0,
        "complete": True,
        "contradictions": {"open": 1, "dismissed": 0, "settled": 0},
    }
    assert found(capsys, "--collection", "town") == {**first, "compared": 0}
    assert found(capsys, "--collection", "town", "--again") == first
    assert found(capsys)["compared"] == 1


def test_an_unknown_collection_is_named(db: None) -> None:
    collection("town")
    with pytest.raises(CommandError, match=r"Unknown collection 'twon'. Known: .*town"):
        call_command("find_contradictions", "--collection", "twon")


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_refused() -> None:
    import threading

    from django.db import connection

    errors: list[str] = []

    def other() -> None:
        try:
            call_command("find_contradictions", verbosity=0)
        except CommandError as error:
            errors.append(str(error))
        finally:
            connection.close()

    with advisory_lock(COMPARISON_LOCK, 0):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert errors == ["Another process is comparing documents; please try again."]
