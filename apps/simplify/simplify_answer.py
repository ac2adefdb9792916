"""Rewrites an answer of the chat in plain language; its citations [n], numbers and protected words stay."""

from asgiref.sync import sync_to_async

from apps.llm.call_ledger import Ledger
from apps.simplify.rewriting.load_rewrite_setup import active_text_types
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import rewrite_to_end

TEXT_TYPE = "web"


async def simplify_answer(answer: str, *, ledger: Ledger, in_house: bool, organisation: str = "") -> RewriteOutcome:
    """The answer's Markdown or plain text, rewritten; `outcome.text` carries the same [n] at the sentences they prove.

    `in_house`: it was made from a collection that stays in the house. Calls models, reads the database once; the
    caller saves the ledger. Never raises ModelError: where no model answers the built-in rules write, and what cannot
    be rewritten without a loss stays. Raises SimplifyError for a text that is empty, too long, or neither German nor
    English.
    """
    is_active = TEXT_TYPE in {each.slug for each in await sync_to_async(active_text_types)()}
    # An office that writes letters alone may have taken it out of service: the default one does as well.
    text_type = TEXT_TYPE if is_active else None
    request = RewriteRequest(text=answer, text_type=text_type, organisation=organisation, in_house=in_house)
    return await rewrite_to_end(request, ledger=ledger)
