"""Pictures of pages: kept once, whole, and not without end."""

import contextlib
import errno
import os
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from apps.documents.pages import page_images


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, settings: Settings) -> None:
    settings.AUSKUNFT_DATA = tmp_path


def test_it_keeps_only_the_newest_pictures_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_images, "MOST_FILES_IN_FOLDER", 3)
    for number in range(1, 6):
        page_images.write_picture(page_images.picture_path("ab" * 32, number), b"picture")
    kept = sorted(path.name for path in page_images.preview_folder().rglob("*"))
    assert len([name for name in kept if name.endswith(".webp")]) == 3
    assert not [name for name in kept if name.endswith(".part")]


def test_it_forgets_all_pictures_of_a_file_and_no_others() -> None:
    for sha256, number in [("ab" * 32, 1), ("ab" * 32, 2), ("ab" + "cd" * 31, 1)]:
        page_images.write_picture(page_images.picture_path(sha256, number), b"picture")
    page_images.delete_pictures(["ab" * 32])
    assert page_images.pictures_of(["ab" * 32]) == []
    assert page_images.picture_path("ab" + "cd" * 31, 1).exists()


def test_a_full_disc_keeps_no_picture_and_no_part_of_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "rename", full)
    page_images.write_picture(page_images.picture_path("ab" * 32, 1), b"picture")
    assert [path for path in page_images.preview_folder().rglob("*") if path.is_file()] == []
    assert "No space left on device" in caplog.text


def test_what_a_killed_process_left_of_a_picture_goes_with_its_file() -> None:
    path = page_images.picture_path("ab" * 32, 1)
    path.parent.mkdir(parents=True)
    with page_images.open_partial_file(path) as part:
        part.write(b"pict")
    page_images.delete_pictures(["ab" * 32])
    assert not Path(part.name).exists()


def test_it_turns_readers_away_when_too_many_wait() -> None:
    with contextlib.ExitStack() as crowd:
        for _ in range(page_images.MOST_WAITING):
            crowd.enter_context(page_images.queue_slot())
        with pytest.raises(page_images.TooBusy), page_images.queue_slot():
            pass
    with page_images.queue_slot():
        pass
