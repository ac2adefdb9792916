"""Filters on the command line: the same options for every command that searches."""

from collections.abc import Mapping

from django.core.management.base import CommandParser
from django.utils import translation

from apps.retrieval.query.filters import DATE_FILTERS, TEXT_FILTERS, Filters

HELP = {
    "type": "only documents of this type",
    "number": "only documents with this number",
    "author": "only documents with an author of this name",
    "party": "only documents of this party",
    "tag": "only documents with this tag",
    "from": "only documents of this day and later",
    "until": "only documents of this day and earlier",
}


def replace_invalid_utf8(argument: str) -> str:
    """The argument with question marks for what is no UTF-8, which neither database nor terminal would accept."""
    return argument.encode(errors="replace").decode()


def add_filter_arguments(parser: CommandParser) -> None:
    for name in TEXT_FILTERS:
        parser.add_argument(
            f"--{name}",
            type=replace_invalid_utf8,
            action="append",
            metavar="VALUE",
            help=f"{HELP[name]}; may be repeated",
        )
    for name in DATE_FILTERS:
        parser.add_argument(f"--{name}", type=replace_invalid_utf8, metavar="DAY", help=HELP[name])


def parse_filter_options(options: Mapping[str, object]) -> Filters:
    """The filters of the parsed options. Raises BadFilter with an English message, as in --help."""
    with translation.override("en"):
        return Filters.from_json({name: options.get(name) for name in (*TEXT_FILTERS, *DATE_FILTERS)})
