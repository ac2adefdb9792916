"""The console walked through in a browser: clicks and pages to each goal, and what is wrong with every page.

    python benchmarks/walk.py [--pictures FOLDER] [--only goals|keyboard|pages|public] [--json]

An installation of its own with the demo collection, a web server, a worker and a model server that plays a language
model. `goals` are six tasks, done as people do them: `pages` are those opened on the way, the one it begins on and
reloads not counted, and that which opens at the end only where the goal is to read it; `clicks` those that were needed;
`faults` what is wrong with these pages, as below, in German.
`keyboard` are all tasks of citizens and staff with Tab, Enter, Space, arrows and letters alone, at 1280 and 390 pixels:
what is not reached, a focus that nobody sees, that lies below something else or is lost when the page changes, and what
is not said to a screen reader.
`pages` are the lists, forms and rows of the console, its pages beside and the handbook, `public` those of visitors, in
both languages: findings of axe (all of them, of any weight; light on a wide screen and dark on 320 pixels), errors in
the browser's console, statuses of 400 and more, pages wider than 320 pixels, and words of the other language. With
`--pictures` each page of a task is kept at 1280 x 800 and at 390 x 800. Takes a quarter of an hour or more.
"""

import argparse
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.console_walk.goals import GOALS, walk_to_goals  # noqa: E402 - importable once the folder is on the path
from benchmarks.console_walk.installation import open_console  # noqa: E402
from benchmarks.console_walk.page_faults import faults_of_pages, faults_of_public_pages  # noqa: E402
from benchmarks.console_walk.tasks_by_keyboard import tasks_by_keyboard  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the pages of each task")
    parser.add_argument("--only", choices=["goals", "keyboard", "pages", "public"])
    parser.add_argument("--goal", choices=GOALS, action="append", help="this task alone, may be given several times")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    # Commands and processes of the installation write to standard output, too; there the figures alone shall be.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    figures: dict[str, object] = {}
    with open_console() as console:
        if options.only in (None, "goals"):
            figures["goals"] = walk_to_goals(console, options.goal or list(GOALS), options.pictures)
        if options.only in (None, "pages"):
            figures["pages"] = faults_of_pages(console)
        if options.only in (None, "public"):
            figures["public"] = faults_of_public_pages(console)
        if options.only in (None, "keyboard"):
            figures["keyboard"] = tasks_by_keyboard(console)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2), file=output)
    output.close()


if __name__ == "__main__":
    main()
