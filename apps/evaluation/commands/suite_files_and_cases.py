"""`manage.py evaluate suite`: the cases of a suite in and out of files, built, pinned."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import print_result, whole_number_between
from apps.evaluation.commands.dialogues import suite_named
from apps.evaluation.gate import gate_actions
from apps.evaluation.import_export.export_cases import FORMATS, export_cases
from apps.evaluation.import_export.import_cases import import_cases
from apps.evaluation.import_export.read_case_records import BadSuite
from apps.evaluation.models import Suite
from apps.evaluation.planning.generate_cases import build_suite
from apps.llm.errors import ModelError


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("slug", metavar="SLUG", help="made by --import and --build if it does not exist")
    parser.add_argument("--import", dest="source", type=Path, metavar="FILE", help=".jsonl, .csv or .xlsx")
    parser.add_argument("--export", dest="target", type=Path, metavar="FILE", help=".jsonl, .csv or .xlsx")
    parser.add_argument(
        "--build", type=whole_number_between(0, 500), metavar="N", help="N questions found word for word"
    )
    parser.add_argument(
        "--outside", type=whole_number_between(0, 50), default=5, metavar="N", help="controls; with --build"
    )
    parser.add_argument(
        "--invent", type=whole_number_between(0, 5), default=0, metavar="N", help="N x N x N; with --build"
    )
    pinning = parser.add_mutually_exclusive_group()
    pinning.add_argument("--pin", action="store_true", help="every change has to pass it from now on")
    pinning.add_argument("--unpin", action="store_true", help="changes go live at once again")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    try:
        with get_or_create_suite(options) as suite:
            done = {"suite": suite.slug, **fill_suite(suite, options)}
        if options["target"]:
            options["target"].write_bytes(export_cases(suite, file_format(options["target"])))
    except OSError as error:
        raise CommandError(f"'{error.filename}' cannot be used: {error.strerror}.", returncode=2) from error
    except (BadSuite, Suite.DoesNotExist) as error:
        raise CommandError(str(error), returncode=2) from error
    except ModelError as error:
        raise CommandError(str(error), returncode=1) from error
    if options["pin"]:
        gate_actions.pin_suite(suite, None)
    if options["unpin"]:
        gate_actions.unpin_suite(None)
    suite.refresh_from_db()
    done |= {"cases": suite.cases.filter(is_active=True).count(), "pinned": suite.is_pinned}
    print_result(done, options["json"], output, lambda data: f"{data['suite']}: {data['cases']} cases")


@contextmanager
def get_or_create_suite(options: dict[str, Any]) -> Iterator[Suite]:
    """What fills a suite makes it, too; a new one that an error has left empty goes again.

    Raises Suite.DoesNotExist with a sentence where nothing would fill it, BadSuite for a name that is none.
    """
    slug, is_new = options["slug"], False
    if options["source"] is None and options["build"] is None:
        suite = suite_named(slug)
    else:
        check_suite_slug(slug)
        suite, is_new = Suite.objects.get_or_create(slug=slug, defaults={"name": slug})
    # No transaction around all of it: models may be asked meanwhile.
    with ExitStack() as undone:
        if is_new:
            undone.callback(delete_if_empty, suite)
        yield suite
        undone.pop_all()


def delete_if_empty(suite: Suite) -> None:
    """Two statements at most."""
    if not suite.cases.exists():
        suite.delete()


def check_suite_slug(slug: str) -> None:
    """Raises BadSuite for what the console would refuse as a short name. A suite made before that is used as it is."""
    try:
        Suite._meta.get_field("slug").run_validators(slug)
    except ValidationError:
        if not Suite.objects.filter(slug=slug).exists():
            allowed = "use at most 60 letters without umlauts, digits, '-' and '_'"
            raise BadSuite("'%(slug)s' is no name for a suite: %(allowed)s.", slug=slug, allowed=allowed) from None


def fill_suite(suite: Suite, options: dict[str, Any]) -> dict[str, Any]:
    """Imports and builds cases, and says how many. Raises BadSuite, OSError, ModelError."""
    done: dict[str, Any] = {}
    if options["target"]:
        file_format(options["target"])
    if options["source"]:
        done["imported"] = import_cases(suite, options["source"].name, options["source"].read_bytes())
    if options["build"] is not None:
        done["built"] = build_suite(
            suite, verbatim=options["build"], outside=options["outside"], users=options["invent"]
        )
    return done


def file_format(target: Path) -> str:
    """Raises BadSuite."""
    form = target.suffix.removeprefix(".")
    if form not in FORMATS:
        raise BadSuite("'%(name)s' is no .jsonl, .csv or .xlsx file.", name=target)
    return form
