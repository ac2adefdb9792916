"""Files and folders as sources: names that no database can hold, and paths that are too long for it."""

import os
from pathlib import Path

from apps.documents.sources.connectors import files
from apps.documents.sources.connectors.jsonl import LONGEST_ID


def test_two_names_that_differ_in_broken_bytes_only_stay_two_documents(tmp_path: Path) -> None:
    for byte in (b"\xe4", b"\xf6"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + byte + b".txt")).write_text("Text")
    assert len({item.external_id for item in files.items([tmp_path])}) == 2


def test_a_path_too_long_for_an_id_is_shortened_and_stays_unlike_its_neighbours(tmp_path: Path) -> None:
    folder = tmp_path / ("ordner" * 30) / ("unter" * 40) / ("tief" * 50)
    folder.mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("Text")
    first, second = (item.external_id for item in files.items([tmp_path]))
    assert len(first) <= LONGEST_ID
    assert first != second
    assert [item.external_id for item in files.items([tmp_path])] == [first, second]
