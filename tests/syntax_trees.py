"""Syntax trees of many files at once, for the tests that read the code."""

import ast
import gc
from collections.abc import Iterable
from pathlib import Path

from tests.import_graph import ROOT


def syntax_trees(paths: Iterable[Path], root: Path = ROOT) -> dict[str, ast.Module]:
    """Path below `root` -> tree. All of the product take 250 MB: keep them for one file of tests, no longer.

    The garbage collector rests meanwhile. It would look through all of them again and again and find nothing, for
    three times as long as the parsing takes.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return {str(path.relative_to(root)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    finally:
        if collects:
            gc.enable()
