"""Arguments and output that the subcommands of `manage.py evaluate` share."""

import argparse
import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.dialogues.run_items_concurrently import Progress


def add_common_arguments(parser: CommandParser) -> None:
    parser.add_argument("--collection", action="append", metavar="SLUG", help="may be repeated; default: all")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def parse_name_list(text: str) -> list[str]:
    """A list such as `a,b`. Raises argparse.ArgumentTypeError."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' names nothing, use names separated by commas")
    return found


def whole_number_between(least: int, most: int) -> Callable[[str], int]:
    """A whole number between two ends."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number from {least} to {most}")
        return int(text)

    return read


def parse_pass_mark(text: str) -> float:
    """A pass mark such as 0.9. Above 1 it may be points or a slip of the keys, and a guess would open a gate."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no pass mark, use a number from 0 to 1, such as 0.9")
    return value


def parse_money(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value < 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no amount of money, such as 2.50")
    return value


def print_result(data: Any, as_json: bool, output: OutputWrapper, words: Callable[[Any], str]) -> None:
    output.write(json.dumps(data, ensure_ascii=False) if as_json else words(data))


def format_spending(result: Mapping[str, Any]) -> str:
    """The last line for people: a sum that leaves something out says so."""
    line = f"{result['tokens']} tokens, cost {result['cost']:.4f}"
    if not result.get("unpriced"):
        return line
    return f"{line}; unknown for {', '.join(result['unpriced'])}: no price is entered, and no budget stops these calls"


def progress_reporter(errors: OutputWrapper, unit: str) -> Progress:
    """A bar on standard error where somebody looks, one line in ten per cent steps elsewhere."""
    if errors.isatty():
        from tqdm import tqdm

        bar = tqdm(unit=f" {unit}")

        def draw(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        return draw
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        tenth = 10 * done // total if total else 10
        if tenth != told:
            told = tenth
            errors.write(f"{done}/{total} {unit}")

    return tell


def usage_error(error: Exception) -> CommandError:
    return CommandError(str(error), returncode=2)
