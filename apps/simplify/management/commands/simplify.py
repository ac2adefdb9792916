"""`manage.py simplify FILE|-`: one text in plain language, or all texts of a folder, or a document of a collection."""

import json
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from apps.documents.parsing.formats.read_document import size_failure
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParseFailure
from apps.llm.call_ledger import Ledger
from apps.simplify.batch_sources import (
    TEXT_FILES,
    UnknownDocument,
    document_stays_in_house,
    document_text,
    text_files_in_folder,
)
from apps.simplify.errors import SimplifyError
from apps.simplify.retention import store_rewrite
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL, RewriteOutcome
from apps.simplify.rewriting.rewrite_request import LONGEST_TEXT, RewriteRequest
from apps.simplify.rewriting.rewrite_text import RewriteDone, RewriteProgress, rewrite
from apps.simplify.simplify_docx import rewritten_word_file, text_of_word_file

BYTES_OF_A_SIGN = 4


class Command(BaseCommand):
    help = "Rewrite German or English official text in plain language and show what the checks found."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "path",
            nargs="?",
            metavar="FILE|-",
            help=f"a text file, - for standard input, or a folder with {', '.join(sorted(TEXT_FILES))}",
        )
        parser.add_argument("--document", metavar="EXTERNAL_ID", help="a document of a collection in place of a file")
        parser.add_argument("--collection", metavar="SLUG", help="the collection of the document")
        parser.add_argument("--output", type=Path, metavar="FOLDER", help="where rewrites of a folder or a .docx go")
        parser.add_argument("--text-type", metavar="SLUG", help="letter, email, web, notice, or one of your own")
        parser.add_argument("--model", metavar="NAME", help="ask this model first")
        parser.add_argument("--organisation", default="", metavar="NAME", help="use its protected words, too")
        parser.add_argument("--instruction", default="", help="what to change in the draft, such as: kürzer")
        parser.add_argument("--draft", type=Path, metavar="FILE", help="an earlier suggestion for the same text")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, path: str | None, json: bool, **options: Any) -> None:
        if path and path != "-" and Path(path).is_dir():
            self.rewrite_folder(Path(path), as_json=json, **options)
            return
        outcome = self.one(self.text_of(path, options), options)
        if path and is_word_file(Path(path)) and options["output"]:
            write_rewrite(options["output"], Path(path), Path(Path(path).name), outcome)
        self.stdout.write(dumped(outcome.as_json()) if json else listing(outcome))
        if outcome.stood_in:
            raise CommandError(_("No model answered; the built-in rules have written the text."), returncode=1)

    def one(self, text: str, options: dict[str, Any]) -> RewriteOutcome:
        draft = read_file(options["draft"]) if options["draft"] else ""
        request = RewriteRequest(
            text=text,
            text_type=options["text_type"],
            model=options["model"],
            organisation=options["organisation"],
            draft=draft,
            instruction=options["instruction"],
            in_house=document_stays_in_house(options["document"] or "", options["collection"]),
        )
        ledger = Ledger()
        try:
            # Not asyncio.run: here the queries use this thread's connection.
            outcome: RewriteOutcome = async_to_sync(self.followed)(request, ledger)
        except SimplifyError as error:
            raise CommandError(str(error), returncode=2) from error
        finally:
            ledger.save("simplify")
        store_rewrite(outcome, user=None)
        return outcome

    async def followed(self, request: RewriteRequest, ledger: Ledger) -> RewriteOutcome:
        """The outcome; how far a long text is goes to stderr."""
        async with aclosing(rewrite(request, ledger=ledger)) as events:
            async for event in events:
                if isinstance(event, RewriteDone):
                    return event.outcome
                if isinstance(event, RewriteProgress) and event.parts > 1:
                    values = {"done": event.done, "parts": event.parts}
                    self.stderr.write(_("%(done)d of %(parts)d parts are finished") % values)
        raise RuntimeError("A rewrite ended without its outcome.")

    def text_of(self, path: str | None, options: dict[str, Any]) -> str:
        if options["document"]:
            try:
                return document_text(options["document"], options["collection"])
            except UnknownDocument as error:
                raise CommandError(str(error), returncode=2) from error
        if path is None:
            raise CommandError("Name a file, - for standard input, a folder, or --document.", returncode=2)
        return (
            read_bytes(sys.stdin.buffer.read(LONGEST_TEXT * BYTES_OF_A_SIGN + 1), "-")
            if path == "-"
            else read_file(Path(path))
        )

    def rewrite_folder(self, folder: Path, *, as_json: bool, **options: Any) -> None:
        """Every text of the folder; those that fail are listed and the others written nevertheless."""
        paths = text_files_in_folder(folder)
        if not paths:
            raise CommandError(f"'{folder}' holds no {', '.join(sorted(TEXT_FILES))}.", returncode=2)
        if not (as_json or options["output"]):
            raise CommandError("Say with --output FOLDER where the rewrites are written, or --json.", returncode=2)
        items: list[dict[str, Any]] = []
        for path in paths:
            name = path.relative_to(folder).as_posix()
            self.stderr.write(f"{name} …")
            try:
                outcome = self.one(read_file(path), options)
            except CommandError as error:
                items.append({"file": name, "error": str(error)})
                continue
            items.append({"file": name, **outcome.as_json()})
            if options["output"]:
                write_rewrite(options["output"], path, path.relative_to(folder), outcome)
        failed = [item for item in items if "error" in item]
        report = {"label": DRAFT_LABEL, "files": len(items), "failed": len(failed), "texts": items}
        self.stdout.write(dumped(report) if as_json else "\n".join(summary(item) for item in items))
        if failed:
            raise CommandError(f"{len(failed)} of {len(items)} texts were not rewritten.", returncode=1)


def read_file(path: Path) -> str:
    """Raises CommandError."""
    try:
        if is_word_file(path):
            return text_of_word_file(read_word_file(path))
        with path.open("rb") as file:
            return read_bytes(file.read(LONGEST_TEXT * BYTES_OF_A_SIGN + 1), str(path))
    except OSError as error:
        raise CommandError(f"'{path}' cannot be read: {error.strerror or error}.", returncode=2) from error
    except ParseFailure as failure:
        raise CommandError(f"'{path}': {failure.detail}", returncode=2) from failure


def is_word_file(path: Path) -> bool:
    return path.suffix.lower() == ".docx"


def read_word_file(path: Path) -> bytes:
    """Raises OSError, ParseFailure."""
    limit = ParseLimits().size
    if (size := path.stat().st_size) > limit:
        raise size_failure(size, limit)
    return path.read_bytes()


def read_bytes(data: bytes, name: str) -> str:
    """Refuses what is too long for any text before it is looked at: the rest of it was not even read."""
    if len(data) > LONGEST_TEXT * BYTES_OF_A_SIGN:
        sentence = _("'%(name)s' is longer than the %(longest)d characters that are taken at once.")
        raise CommandError(sentence % {"name": name, "longest": LONGEST_TEXT}, returncode=2)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"'{name}' is not a text in UTF-8.", returncode=2) from None


def write_rewrite(folder: Path, source: Path, name: Path, outcome: RewriteOutcome) -> None:
    """A Word file as one with its form, everything else as text."""
    target = folder / (name if is_word_file(source) else name.with_suffix(".txt"))
    target.parent.mkdir(parents=True, exist_ok=True)
    if is_word_file(source):
        target.write_bytes(rewritten_word_file(read_word_file(source), outcome.sentences))
    else:
        target.write_text(f"{DRAFT_LABEL}\n\n{outcome.text}\n", encoding="utf-8")


def dumped(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)


def summary(item: dict[str, Any]) -> str:
    if "error" in item:
        return f"{item['file']}: {item['error']}"
    kept = sum(sentence["kept_original"] for sentence in item["sentences"])
    return f"{item['file']}: {len(item['sentences'])} sentences, {kept} kept"


def listing(outcome: RewriteOutcome) -> str:
    """The text, what was found, how readable it has become, who wrote it."""
    values = outcome.as_json()
    lines = [outcome.text, ""]
    for found in values["violations"]:
        lines.append(f"! {found['kind']}: {found['before'] or '–'} → {found['after'] or '–'} ({found['action']})")
    before, after = values["readability"]["before"], values["readability"]["after"]
    if before and after:
        for name in ("flesch_amstad", "wiener_1", "wiener_2", "wiener_3", "wiener_4", "lix", "long_sentences"):
            lines.append(f"  {name}: {before[name]:.2f} → {after[name]:.2f}")
    return "\n".join([*lines, "", f"{DRAFT_LABEL} ({values['model'] or '–'}, {values['prompt_version']})"])
