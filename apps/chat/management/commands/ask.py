"""`manage.py ask QUESTION`: one answer with its proofs, the same way every channel gets it."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.chat.admission.asked_question import LONGEST_QUESTION, AskedQuestion
from apps.chat.ai_notices import answer_label
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.fixed_answers.render_card import card_text
from apps.chat.models import Channel
from apps.chat.rendering.proof_level_labels import level_notices
from apps.chat.rendering.quote_in_context import quote_in_context
from apps.chat.turn_state.turn_events import StepStarted, TurnDone, TurnFailed
from apps.documents.models import Collection
from apps.retrieval.algorithms import ALGORITHMS, UnknownAlgorithm
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.query.command_line_filters import add_filter_arguments, parse_filter_options, replace_invalid_utf8
from apps.retrieval.query.filters import BadFilter, Filters

WRONG_USE = {"unknown_conversation", "not_configured"}
WITHOUT_FAULT = {"done", "refused"}


class Command(BaseCommand):
    help = "Ask a question and show the answer with the quotes that prove it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question", type=replace_invalid_utf8)
        parser.add_argument("--collection", action="append", metavar="SLUG", help="may be repeated; default: all")
        parser.add_argument(
            "--algorithm", metavar="SLUG", help=f"default: the active profile's; {', '.join(ALGORITHMS)}"
        )
        add_filter_arguments(parser)
        parser.add_argument(
            "--language", choices=list(dict(settings.LANGUAGES)), help="of the answer; default: that of the question"
        )
        parser.add_argument(
            "--conversation", type=replace_invalid_utf8, metavar="ID", help="go on with this conversation"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, question: str, json: bool, **options: Any) -> None:
        ask = AskedQuestion(
            text=checked(question),
            token=options["conversation"],
            channel=Channel.COMMAND,
            # Whoever may run commands can read the database anyway.
            user=User(is_superuser=True),
            collections=options["collection"],
            algorithm=options["algorithm"],
            language=options["language"],
            filters=checked_filters(options),
        )
        try:
            end = asyncio.run(self.work(ask, quiet=json))
        except (UnknownAlgorithm, UnknownCollection) as error:
            raise CommandError(str(error), returncode=2) from error
        if isinstance(end, TurnFailed) and end.code == "database_unavailable":
            # Visitors are told no more; whoever runs commands hears from manage.py that it is to be migrated, or away.
            Collection.objects.exists()
        self.show(end, json)
        if isinstance(end, TurnFailed) and end.code == "unknown_conversation":
            said = f"Unknown conversation '{ask.token}'. Use what an earlier answer printed after --conversation."
            raise CommandError(said, returncode=2)
        if isinstance(end, TurnFailed):
            raise CommandError(end.message, returncode=2 if end.code in WRONG_USE else 1)
        if end.state not in WITHOUT_FAULT:
            raise CommandError(f"The answer is not complete: {end.state}.", returncode=1)

    async def work(self, ask: AskedQuestion, *, quiet: bool) -> TurnDone | TurnFailed:
        """Shows each step on standard error unless `quiet`; returns how it ended.

        The text is shown once it is proved: only then its numbers are those of the sources below it.
        """
        end: TurnDone | TurnFailed | None = None
        async with turn_context(), aclosing(stream_turn_events(ask)) as events:
            async for event in events:
                match event:
                    case StepStarted(step) if not quiet:
                        self.stderr.write(self.style.NOTICE(f"{step} …"))
                    case TurnDone() | TurnFailed():
                        end = event
        if end is None:
            raise CommandError("The answer ended without a result.", returncode=1)
        return end

    def show(self, end: TurnDone | TurnFailed, as_json: bool) -> None:
        if as_json and (isinstance(end, TurnDone) or end.code not in WRONG_USE):
            self.stdout.write(json.dumps(end.as_json(), ensure_ascii=False))
        elif isinstance(end, TurnDone) and not as_json:
            self.stdout.write(closing(end))


def checked(question: str) -> str:
    text = question.replace("\0", "").strip()
    if not text:
        raise CommandError("The question is empty.", returncode=2)
    if len(text) > LONGEST_QUESTION:
        raise CommandError(f"The question has {len(text)} characters, use at most {LONGEST_QUESTION}.", returncode=2)
    return text


def checked_filters(options: Mapping[str, object]) -> Filters:
    try:
        return parse_filter_options(options)
    except BadFilter as error:
        raise CommandError(str(error), returncode=2) from error


def closing(done: TurnDone) -> str:
    """The answer, its sources, what is doubtful, who wrote it."""
    lines = [*([card_text(done.help), ""] if done.help else []), done.answer, ""]
    for citation in done.citations:
        told = quote_in_context(f"„{citation.quote}“", citation)
        lines += [f"[{citation.number}] {citation.place}: {told[0]}", *(f"    {one}" for one in told[1:])]
    lines += level_notices(done.sentences)
    lines += [f"! {warning['kind']}: {warning['text']}" for warning in done.warnings]
    if done.fixed is not None:
        return done.answer
    named = f"{done.model}, {done.algorithm}, {done.prompt_version}"
    label = answer_label(done.state, done.model, done.answer)
    return "\n".join([*lines, "", f"{label} ({named})".strip(), f"--conversation {done.conversation}"])
