import pytest

from apps.documents.sources.connectors.read_cursor import read_cursor


def test_what_the_last_run_wrote_is_read() -> None:
    assert read_cursor('{"since": "12"}', lambda said: int(said["since"])) == 12


@pytest.mark.parametrize("cursor", ["", "no json", "{}", "[]", "3", "null", '{"since": []}', '{"since": "x"}'])
def test_all_is_listed_without_one_that_can_be_read(cursor: str) -> None:
    assert read_cursor(cursor, lambda said: int(said["since"])) is None
