"""Files and folders as sources: names that no database can hold, and paths that are too long for it."""

import os
from pathlib import Path

from apps.documents.sources.connectors import local_files_and_folders
from apps.documents.sources.connectors.jsonl import LONGEST_ID
from apps.simplify.batch_sources import text_files_in_folder


def test_two_names_that_differ_in_broken_bytes_only_stay_two_documents(tmp_path: Path) -> None:
    for byte in (b"\xe4", b"\xf6"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + byte + b".txt")).write_text("Text")
    assert len({item.external_id for item in local_files_and_folders.items_of_paths([tmp_path])}) == 2


def test_a_path_too_long_for_an_id_is_shortened_and_stays_unlike_its_neighbours(tmp_path: Path) -> None:
    folder = tmp_path / ("ordner" * 30) / ("unter" * 40) / ("tief" * 50)
    folder.mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("Text")
    first, second = (item.external_id for item in local_files_and_folders.items_of_paths([tmp_path]))
    assert len(first) <= LONGEST_ID
    assert first != second
    assert [item.external_id for item in local_files_and_folders.items_of_paths([tmp_path])] == [first, second]


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "inbox", tmp_path / "elsewhere"
    for place in (folder, elsewhere):
        place.mkdir()
        (place / "page.txt").write_text("Text")
    (elsewhere / "secret.txt").write_text("geheim")
    (folder / "out.txt").symlink_to(elsewhere / "secret.txt")
    (folder / "up.txt").symlink_to("../elsewhere/secret.txt")
    (folder / "all").symlink_to(elsewhere)
    (folder / "within.txt").symlink_to("page.txt")
    found = {item.external_id: item for item in local_files_and_folders.items_of_paths([folder])}
    assert set(found) == {"out.txt", "page.txt", "up.txt", "within.txt"}
    assert [name for name, item in found.items() if item.reason_code] == ["out.txt", "up.txt"]
    assert all(b"geheim" not in item.data for item in found.values())
    assert text_files_in_folder(folder) == [folder / "page.txt", folder / "within.txt"]
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    assert len([item for item in local_files_and_folders.items_of_paths([linked]) if not item.reason_code]) == 2


def test_a_name_that_turns_the_direction_of_writing_shows_that_it_does(tmp_path: Path) -> None:
    (tmp_path / "rechnung\u202efdp.txt").write_text("Ein Text.")
    (tmp_path / "rechnungfdp.txt").write_text("Ein anderer Text.")
    found = {item.external_id: item.file_name for item in local_files_and_folders.items_of_paths([tmp_path])}
    assert found == {name: name for name in ("rechnungfdp.txt", "rechnung[U+202E]fdp.txt")}
