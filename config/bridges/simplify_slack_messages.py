"""Answers in plain language in Slack (“Say it simply”): chat and simplify do not know each other and meet here."""

from contextlib import aclosing

from asgiref.sync import sync_to_async
from django.utils import translation

from apps.database.async_access import run_in_database
from apps.documents.models import Collection
from apps.llm.call_ledger import Ledger
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup, load_setup
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import RewriteDone, rewrite
from apps.simplify.rewriting.run_rewrite_child import prepare_here_or_in_child
from apps.simplify.withhold_models import withhold_models_if_limited


async def simplify_message(text: str, language: str) -> str:
    """The text in plain language, below its label. Calls models, writes the ledger. Raises SimplifyError, ModelError.

    The rewrite follows the language of the text; `language` is that of the person, who reads in it when no language
    model has written. Where a collection stays in the house no server outside is asked: the message may be an answer
    from it. The rules of the service hold as for answers.
    """
    ledger = Ledger()
    in_house = await sync_to_async(Collection.objects.all().any_stays_in_house)()
    try:
        asked = await prepare_here_or_in_child(RewriteRequest(text=text, in_house=in_house))
        setup = await run_in_database(affordable_setup, asked, ledger)
        async with aclosing(rewrite(asked, setup=setup, ledger=ledger)) as events:
            async for event in events:
                if isinstance(event, RewriteDone):
                    with translation.override(language):
                        return f"{event.outcome.label}\n\n{event.outcome.text}"
    finally:
        await sync_to_async(ledger.save)("simplify:channel")
    raise RuntimeError("The rewrite ended without a result.")


def affordable_setup(asked: RewriteRequest, ledger: Ledger) -> RewriteSetup:
    return withhold_models_if_limited(load_setup(asked, ledger))
