"""Sentences of official texts changed by grammar: how many false ones does the proof license, how many true ones not?

    python benchmarks/adversary.py [--texts FOLDER …] [--half unseen] [--count 20000] [--short] [--seed 1] [--json]

Half of what can be said wrongly of a sentence was never thought of by who wrote the rules, so nothing here shares a
word list with them. Each row is put to the judge twice: as a sentence of an answer with its quote and as a rewrite in
plain language. `--write FILE` prints the rows and asks nobody; `--judge COMMAND` asks another judge of the same form.
`--short` takes 600 rows of the texts that lie beside the benchmark.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.adversaries import judges, table_rows, texts  # noqa: E402 - importable once the folder is on the path
from benchmarks.adversaries.drawing import drawn  # noqa: E402
from benchmarks.adversaries.sentences import Sentence  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
FOLDERS = (
    "de-laws",
    "de-municipal-md",
    "de-gov-faq",
    "de-parliament-qa",
    "plain-language",
    "multihop-rag",
    "LICENSES",
    "html/readability",
)
OWN_TEXTS = ROOT / "benchmarks" / "adversaries" / "council"
JUDGE = f"{sys.executable} manage.py prove"
SHORT, FULL = 600, 20_000
ENGLISH_SHARE = 0.25


def main() -> None:
    options = parsed()
    rows = generated(options)
    if options.write:
        options.write.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return
    figures = measure(rows, options.judge, ROOT)
    print(json.dumps(figures, ensure_ascii=False) if options.json else listing(figures))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the usual texts")
    parser.add_argument("--texts", type=Path, action="append", help="other texts instead of the usual ones")
    parser.add_argument("--half", choices=[*texts.HALVES, "all"], default="unseen")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="600 rows of the benchmark's own texts")
    parser.add_argument("--judge", default=JUDGE, help="a command that takes --cases FILE --json and --rewrite")
    parser.add_argument("--write", type=Path, help="write the rows to this file and ask nobody")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def generated(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Rows in German and English; a quarter in English where the texts have them."""
    usual = [OWN_TEXTS] if options.short else [*(options.data / name for name in FOLDERS), OWN_TEXTS]
    folders = options.texts or usual
    half = None if options.half == "all" else options.half
    count = options.count or (SHORT if options.short else FULL)
    pools = [list(texts.sentences_of(folder, None if folder == OWN_TEXTS else half)) for folder in folders]
    tables = [row for folder in folders for row in table_rows.rows_of(folder, None if folder == OWN_TEXTS else half)]
    english = drawn([of_language(pool, "en") for pool in pools], [], int(count * ENGLISH_SHARE), options.seed)
    german = drawn([of_language(pool, "de") for pool in pools], tables, count - len(english), options.seed)
    return german + english


def of_language(pool: Sequence[Sentence], language: str) -> list[Sentence]:
    return [sentence for sentence in pool if sentence.language == language]


def measure(rows: Sequence[dict[str, Any]], command: str, folder: Path) -> dict[str, Any]:
    """The figures of both forms, by their names."""
    return {
        form: judges.figures(rows, judges.command_judge(command, form, folder)(judges.cases(rows, form)))
        for form in judges.FORMS
    }


def listing(figures: dict[str, Any]) -> str:
    lines = []
    for form, values in figures.items():
        lines.append(
            f"{form}: {json.dumps({name: value for name, value in values.items() if not isinstance(value, dict)})}"
        )
        for group in ("damages", "paraphrases"):
            lines += [f"  {kind:38} {json.dumps(row)}" for kind, row in values[group].items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
