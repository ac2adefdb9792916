"""The quiz about the names of files."""

from pathlib import Path

import pytest

from benchmarks import names


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in (
        ("apps/fees/price_list.py", '"""What things cost.\n\nIn euros.\n"""\n'),
        ("apps/fees/silent.py", "PRICE = 3\n"),
        ("apps/fees/__init__.py", '"""Fees."""\n'),
        ("apps/fees/migrations/0001_initial.py", '"""Tables."""\n'),
        ("config/settings.py", '"""All settings."""\n'),
        ("tests/test_fees.py", '"""Tests."""\n'),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_it_asks_for_files_of_the_product_alone(root: Path) -> None:
    found = [str(path) for path in names.all_files(root)]
    assert found == ["apps/fees/price_list.py", "apps/fees/silent.py", "config/settings.py"]


def test_the_same_seed_draws_the_same_files() -> None:
    paths = names.all_files()
    assert names.draw(paths, 40, 7) == names.draw(paths, 40, 7) != names.draw(paths, 40, 8)
    assert len(set(names.draw(paths, 40, 7))) == 40


def test_it_draws_no_more_files_than_there_are(root: Path) -> None:
    assert len(names.draw(names.all_files(root), 40, 1)) == 3


def test_the_first_line_of_a_file_is_that_of_its_docstring(root: Path) -> None:
    assert names.first_line(root / "apps/fees/price_list.py") == "What things cost."
    assert names.first_line(root / "apps/fees/silent.py") == ""


def test_a_guess_counts_when_its_reader_says_it_was_right(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["prices", "y", "", "settings", "n"])
    assert names.quiz(names.all_files(root), root, lambda _: next(answers)) == 1
    assert "It says: What things cost." in capsys.readouterr().out


def test_paths_are_printed_with_their_lines_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    names.main(["--count", "3", "--seed", "5"])
    paths = capsys.readouterr().out.splitlines()
    names.main(["--count", "3", "--seed", "5", "--docstrings"])
    with_lines = capsys.readouterr().out.splitlines()
    assert with_lines[::2] == paths
    assert all(line.startswith("    ") for line in with_lines[1::2])


def test_a_new_file_changes_one_name_of_a_sample_at_most() -> None:
    paths = [Path(f"apps/a/file_{number}.py") for number in range(200)]
    before, after = (set(names.draw(files, 40, 7)) for files in (paths, [*paths, Path("apps/a/new.py")]))
    assert len(before - after) <= 1
