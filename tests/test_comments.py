"""Comments and docstrings name what is there: files, and errors that can be raised."""

import ast
import builtins
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.syntax_trees import syntax_trees

ROOT = Path(__file__).resolve().parent.parent
FILE_NAMED = re.compile(r"(?<![\w./*{}\"-])(?:[a-z_]+/)*([a-z_]+\.py)\b")
RAISES = re.compile(r"\bRaises ((?:[A-Z]\w+(?:, | and | or )?)+)")
LEANS_ON_NAME = re.compile(r"(?:Of|As|The same|Those|With|Without|Where)\b")
MOST_THAT_LEAN = 20
"""Docstrings of functions and classes that are a sentence only behind the name above them."""
OF_LIBRARIES = frozenset({"IMAP4", "CancelledError"})
"""Named with their module elsewhere in the docstring, or imported by it."""


@cache
def tracked() -> tuple[Path, ...]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return tuple(ROOT / name for name in names if name.endswith(".py"))


def of_the_product() -> Iterator[Path]:
    rooms = (ROOT / "apps", ROOT / "config")
    return (path for path in tracked() if path.is_relative_to(rooms[0]) or path.is_relative_to(rooms[1]))


def test_files_that_comments_name_are_there() -> None:
    names = {path.name for path in tracked()}
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in of_the_product()
        if "migrations" not in path.parts
        for name in FILE_NAMED.findall(path.read_text(encoding="utf-8"))
        if name not in names
    ]
    assert not gone


def test_errors_that_docstrings_name_exist() -> None:
    trees = syntax_trees(of_the_product())
    known = set(dir(builtins)) | OF_LIBRARIES
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                known.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                known |= {(one.asname or one.name).rpartition(".")[2] for one in node.names}
    unknown = [
        f"{path}:{node.lineno}: {name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for named in RAISES.findall(ast.get_docstring(node) or "")
        for name in re.findall(r"[A-Z]\w+", named)
        if name not in known
    ]
    assert not unknown


def test_nearly_all_docstrings_are_read_without_the_name_above_them() -> None:
    leaning = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in of_the_product()
        if "migrations" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if LEANS_ON_NAME.match(ast.get_docstring(node) or "")
    ]
    assert len(leaning) <= MOST_THAT_LEAN, leaning
