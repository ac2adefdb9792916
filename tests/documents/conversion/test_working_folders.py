"""Copies of documents do not outlive the process that made them."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from apps.documents.conversion import working_folders

PREFIX = "auskunft-try-"
HOLDER = """
import sys, time
from apps.documents.conversion.working_folders import working_folder
with working_folder(sys.argv[1]) as folder:
    (folder / "letter.docx").write_text("confidential")
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_it_goes_with_what_is_in_it() -> None:
    with working_folders.working_folder(PREFIX) as folder:
        (folder / "out").mkdir()
        (folder / "out" / "letter.pdf").write_bytes(b"%PDF")
    assert not folder.exists()


def test_the_folder_of_a_killed_process_is_removed_and_that_of_a_running_one_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working_folders, "YOUNGEST_LEFT", 0.0)
    process = subprocess.Popen([sys.executable, "-c", HOLDER, PREFIX], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        held = Path(process.stdout.readline().strip())
        with working_folders.working_folder(PREFIX):
            assert (held / "letter.docx").exists()
    finally:
        process.kill()
        process.communicate()
    with working_folders.working_folder(PREFIX):
        assert not held.exists()


def test_a_young_folder_and_what_a_link_leads_to_stay(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    young, elsewhere = scratch / f"{PREFIX}young", scratch / "elsewhere"
    young.mkdir()
    elsewhere.mkdir()
    os.utime(elsewhere, (0, 0))
    (scratch / f"{PREFIX}link").symlink_to(elsewhere, target_is_directory=True)
    with working_folders.working_folder(PREFIX):
        assert young.exists()
        assert elsewhere.exists()
