"""Do the names of files say what is in them? Guess the content from the path, then compare with the first line.

    python benchmarks/names.py [--count 40] [--seed 1] [--docstrings]
    python benchmarks/names.py --quiz

Without options the paths of 40 files of the product are printed, drawn at random with the seed; with `--docstrings`
each is followed by the first line of the file's docstring. `--quiz` shows one path at a time, waits for a guess, shows
the line and asks whether the guess was right; the result is printed at the end. A reader who has not seen the code
should be right 38 times of 40.
"""

import argparse
import ast
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("apps", "config")
NOT_ASKED = {"migrations", "management", "__init__.py"}
"""Migrations are named by Django, commands by docs/reference.md, and a package by its folder."""
COUNT = 40


def all_files(root: Path = ROOT) -> list[Path]:
    """The files of the product, sorted, as paths relative to `root`."""
    found = (path.relative_to(root) for top in TOPS for path in (root / top).rglob("*.py"))
    return sorted(path for path in found if not NOT_ASKED.intersection(path.parts))


def draw(paths: Sequence[Path], count: int, seed: int) -> list[Path]:
    """`count` of the paths, or all if there are fewer: those with the smallest hash of seed and path.

    A file that comes or goes changes at most one of them, so that lines shown later belong to the names guessed before.
    """
    return sorted(paths, key=lambda path: hashlib.sha256(f"{seed}:{path}".encode()).digest())[:count]


def first_line(path: Path) -> str:
    """The first line of a module's docstring; empty when it has none."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def quiz(paths: Sequence[Path], root: Path = ROOT, ask: Callable[[str], str] = input) -> int:
    """How many guesses were right, by the reader's own judgement. An empty guess counts as wrong."""
    right = 0
    for number, path in enumerate(paths, 1):
        guess = ask(f"\n{number}/{len(paths)}  {path}\n  What is in it? ").strip()
        print(f"  It says: {first_line(root / path)}")
        if guess and ask("  Was the guess right? [y/N] ").strip().lower().startswith(("y", "j")):
            right += 1
    return right


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=COUNT, help="how many files are drawn")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same files")
    parser.add_argument("--docstrings", action="store_true", help="print the first docstring line below each path")
    parser.add_argument("--quiz", action="store_true", help="guess file by file, then see the line")
    options = parser.parse_args(arguments)
    paths = draw(all_files(), options.count, options.seed)
    if options.quiz:
        print(f"\n{quiz(paths)} of {len(paths)} guesses were right.")
        return
    for path in paths:
        print(path)
        if options.docstrings:
            print(f"    {first_line(ROOT / path)}")


if __name__ == "__main__":
    main()
