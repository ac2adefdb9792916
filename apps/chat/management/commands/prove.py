"""`manage.py prove CLAIM --quote TEXT`: checks a sentence against its quotes, or a rewrite against its original."""

import json as json_format
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.text.entailment import Derivation, Level, derive, derive_rewrite
from apps.text.strip_unstorable_characters import strip_unstorable

SHOWN = {
    Level.DERIVED: "verbatim",
    Level.UNEXPLAINED: "quoted",
    Level.UNRELATED: "without_source",
}
"""Of a claim; a licensed derivation counts as the source's own words here."""


class Command(BaseCommand):
    help = "Hold a sentence against quotes, or a rewrite in plain language against its original, without any model."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("claim", nargs="?", help="the sentence, or - to read it from standard input")
        parser.add_argument("--quote", action="append", default=[], metavar="TEXT", help="may be repeated")
        parser.add_argument("--rewrite", action="store_true", help="the quote is the original, the claim its rewrite")
        parser.add_argument(
            "--cases", metavar="FILE.jsonl", help="rows with sentence and quotes, or before and rewrite"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, claim: str | None, quote: list[str], json: bool, **options: Any) -> None:
        if options["cases"]:
            if claim or quote:  # `--rewrite` says nothing new of rows that have one, and scripts give it with them.
                message = "Each row of --cases has its sentence and its quotes: give no sentence and no --quote."
                raise CommandError(message, returncode=2)
            cases = [shown(*of_row(row)) for row in rows(options["cases"])]
            self.stdout.write(json_format.dumps({"cases": cases}, ensure_ascii=False) if json else listed(cases))
            return
        if not claim or not quote:
            raise CommandError("Give a sentence and at least one --quote, or --cases FILE.jsonl.", returncode=2)
        text = read_standard_input() if claim == "-" else claim
        rewrite = options["rewrite"]
        found = derive_rewrite("\n".join(quote), text) if rewrite else derive(text, quote)
        self.stdout.write(
            json_format.dumps(shown(found, rewrite), ensure_ascii=False) if json else printed(found, rewrite)
        )


def read_standard_input() -> str:
    """Raises CommandError."""
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise CommandError("What comes in is no text in UTF-8.", returncode=2) from None


def rows(path: str) -> Iterator[Mapping[str, Any]]:
    """Raises CommandError for a file that is not there or a line that is no such row."""
    try:
        # Not splitlines: inside JSON strings there may be separators that only it takes for the end of a line.
        lines = Path(path).read_text("utf-8").split("\n")
    except OSError as error:
        raise CommandError(f"Cannot read '{path}': {error.strerror or error}.", returncode=2) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"Cannot read '{path}': it is no text in UTF-8.", returncode=2) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = strip_unstorable(json_format.loads(line))
        except (ValueError, RecursionError) as error:
            raise CommandError(f"Line {number} of '{path}' is no JSON object.", returncode=2) from error
        if not isinstance(row, dict) or not (
            {"sentence", "quotes"} <= row.keys() or {"before", "rewrite"} <= row.keys()
        ):
            needed = "use sentence and quotes, or before and rewrite"
            raise CommandError(f"Line {number} of '{path}' has other fields, {needed}.", returncode=2)
        if wrong := wrong_field(row):
            raise CommandError(f"Line {number} of '{path}': {wrong}.", returncode=2)
        yield row


def wrong_field(row: Mapping[str, Any]) -> str:
    """What is wrong with the values of a row, or nothing: a text under quotes would be read letter by letter."""
    if "rewrite" not in row:
        quotes = row["quotes"]
        if not isinstance(quotes, list) or not quotes or not all(isinstance(quote, str) for quote in quotes):
            return "'quotes' is no list of texts"
    texts = ("before", "rewrite") if "rewrite" in row else ("sentence",)
    return next((f"'{name}' is no text" for name in texts if not isinstance(row.get(name), str)), "")


def of_row(row: Mapping[str, Any]) -> tuple[Derivation, bool]:
    if "rewrite" in row:
        return derive_rewrite(row["before"], row["rewrite"]), True
    return derive(row["sentence"], row["quotes"]), False


def level(found: Derivation, rewrite: bool) -> str:
    return str(found.level) if rewrite else SHOWN.get(found.level, str(found.level))


def shown(found: Derivation, rewrite: bool) -> dict[str, Any]:
    return {"level": level(found, rewrite), "differences": [difference.as_json() for difference in found.differences]}


def printed(found: Derivation, rewrite: bool) -> str:
    return "\n".join([level(found, rewrite), *str(found).splitlines()[1:]])


def listed(cases: list[dict[str, Any]]) -> str:
    return "\n".join(f"{number} {case['level']}" for number, case in enumerate(cases, start=1))
