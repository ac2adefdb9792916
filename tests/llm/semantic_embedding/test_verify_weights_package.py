"""The package with the weights is the pinned one, or it is not used."""

from pathlib import Path

import pytest

from apps.llm.semantic_embedding import verify_weights_package


@pytest.mark.meaning
def test_the_installed_files_are_those_that_were_pinned() -> None:
    assert verify_weights_package.damaged_files() == []


def test_a_damaged_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in verify_weights_package.SHA256:
        (tmp_path / name).write_bytes(b"damaged")
    monkeypatch.setattr(verify_weights_package, "package_folder", lambda: tmp_path)
    assert verify_weights_package.damaged_files() == list(verify_weights_package.SHA256)


def test_a_missing_package_is_damaged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_weights_package, "package_folder", lambda: None)
    assert verify_weights_package.damaged_files() == list(verify_weights_package.SHA256)
    assert not verify_weights_package.is_installed()
