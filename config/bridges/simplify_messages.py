"""Answers in plain language in Slack (“Say it simply”): chat and simplify do not know each other and meet here."""

from contextlib import aclosing

from asgiref.sync import sync_to_async
from django.utils import translation

from apps.documents.models import Collection
from apps.llm.call_ledger import Ledger
from apps.simplify.rewriting.rewrite import RewriteDone, rewrite
from apps.simplify.rewriting.rewrite_request import RewriteRequest


async def simplify_message(text: str, language: str) -> str:
    """The text in plain language, below its label. Calls models, writes the ledger. Raises SimplifyError, ModelError.

    The rewrite follows the language of the text; `language` is that of the person, who reads in it when no language
    model has written. Where a collection stays in the house no server outside is asked: the message may be an answer
    from it.
    """
    ledger = Ledger()
    in_house = await sync_to_async(Collection.objects.all().any_stays_in_house)()
    try:
        async with aclosing(rewrite(RewriteRequest(text=text, in_house=in_house), ledger=ledger)) as events:
            async for event in events:
                if isinstance(event, RewriteDone):
                    with translation.override(language):
                        return f"{event.outcome.label}\n\n{event.outcome.text}"
    finally:
        await sync_to_async(ledger.save)("simplify:channel")
    raise RuntimeError("The rewrite ended without a result.")
