"""The arguments of `auskunft`, and which command does what."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence

from auskunft_client.answers import ask, search
from auskunft_client.completion import bash_script
from auskunft_client.errors import DONE, STOPPED, ClientError
from auskunft_client.service import DEFAULT_URL, Service, own_token
from auskunft_client.standing import status
from auskunft_client.terminal import Terminal, clean
from auskunft_client.texts import say
from auskunft_client.uploads import import_files

Command = Callable[[argparse.Namespace, Service, Terminal], int]
COMMANDS: dict[str, Command] = {"ask": ask, "search": search, "import": import_files, "status": status}


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status. Wrong arguments end the process with 2, as argparse does."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that knows few letters shows a question mark for the others.
        sys.stdout.reconfigure(errors="replace")
    parser, commands = parsers()
    given = parser.parse_args(arguments)
    if given.command == "completion":
        sys.stdout.write(bash_script(parser, commands))
        return DONE
    try:
        service = Service(given.url, own_token())
        return COMMANDS[given.command](given, service, Terminal(colour=given.colour))
    except ClientError as failure:
        sys.stderr.write(f"{clean(failure)}\n")
        return failure.status
    except BrokenPipeError:
        # Whoever read has read enough; nothing is left that Python could complain about at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return STOPPED


def parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The whole one, and that of each command by its name."""
    parser = argparse.ArgumentParser(
        prog="auskunft", description=say("Ask an Auskunft service, search it, send it documents.")
    )
    add_shared(parser, url=os.environ.get("AUSKUNFT_URL") or DEFAULT_URL, colour="auto")
    commands = parser.add_subparsers(dest="command", required=True)
    made = {name: add(commands) for name, add in ADDED.items()}
    for each in made.values():
        # What was given before the command holds where nothing is given behind it.
        add_shared(each, url=argparse.SUPPRESS, colour=argparse.SUPPRESS)
    return parser, made


def add_shared(parser: argparse.ArgumentParser, *, url: str, colour: str) -> None:
    """Options that may stand before or behind the command; `url` and `colour` are their defaults."""
    described = say("address of the service (AUSKUNFT_URL; default %(url)s)", url=DEFAULT_URL)
    parser.add_argument("--url", default=url, help=described)
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default=colour,
        help=say("colours: auto (default), always, never"),
    )


def add_ask(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    parser = add_question(commands, "ask", say("ask a question"))
    parser.add_argument("--language", metavar="CODE", help=say("of the answer; default: that of the question"))
    parser.add_argument("--conversation", metavar="ID", help=say("go on with this conversation"))
    return parser


def add_search(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    parser = add_question(commands, "search", say("search the documents"))
    parser.add_argument("--limit", type=int, metavar="N", help=say("documents, at most"))
    return parser


def add_question(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, described: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=described, description=described)
    parser.add_argument("question", help=say("the question"))
    only = say("only this collection; may be repeated")
    parser.add_argument("--collection", action="append", metavar="NAME", help=only)
    return with_json(parser)


def add_import(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    described = say("send files and folders to a collection")
    parser = commands.add_parser("import", help=described, description=described)
    parser.add_argument("paths", nargs="+", metavar="PATH", help=say("files or folders"))
    parser.add_argument("--collection", required=True, metavar="NAME", help=say("collection that they go into"))
    parser.add_argument("--language", metavar="CODE", help=say("language of a new collection, such as de"))
    group = say("group that alone may read them; may be repeated")
    parser.add_argument("--group", action="append", metavar="NAME", help=group)
    person = say("person who alone may read them, by user name or mail address; may be repeated")
    parser.add_argument("--person", action="append", metavar="NAME", help=person)
    parser.add_argument("--wait", action="store_true", help=say("wait until they are read"))
    return with_json(parser)


def add_status(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    described = say("how the service or documents stand")
    parser = commands.add_parser("status", help=described, description=described)
    numbers = say("numbers of documents; without one the service itself")
    parser.add_argument("documents", nargs="*", metavar="NUMBER", help=numbers)
    return with_json(parser)


def add_completion(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    described = say("print the completion for a shell")
    parser = commands.add_parser("completion", help=described, description=described)
    parser.add_argument("shell", choices=("bash",))
    return parser


def with_json(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--json", action="store_true", help=say("print the service's JSON"))
    return parser


ADDED = {
    "ask": add_ask,
    "search": add_search,
    "import": add_import,
    "status": add_status,
    "completion": add_completion,
}
