"""A stored answer in plain language (“Say it simply” on the page), with the same proofs at the same sentences.

Chat and simplify are siblings that do not know each other, so they meet here.
"""

import re
import uuid
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from apps.chat.admission.daily_budgets import withholding_reason
from apps.chat.ai_notices import is_ai_generated
from apps.chat.models import Turn, TurnState
from apps.chat.models.rate_allowances import VISITOR_CALLS
from apps.chat.models.service_settings import load_service_rules
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.chat.proof.annotate_answer import LINK_CLOSE, LINK_OPEN, OWN_SIGNS
from apps.chat.rendering.answer_html import CitationLink, render_answer_html
from apps.chat.web.conversation_views import get_own_conversation_or_404
from apps.database.async_access import wait_without_connection
from apps.llm.call_ledger import Ledger
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.simplify.errors import SimplifyError
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome
from apps.simplify.simplify_answer import simplify_answer

NUMBER = re.compile(r"\\?\[(\d+)\\?\]")


# What is sent is the conversation's secret token: no foreign page knows it, and a frame on another site has no cookie.
@csrf_exempt
@never_cache
@require_POST
def simplify_answer_view(request: HttpRequest) -> HttpResponse:
    """Answers scripts by JSON, others by a page. Calls models; 404 for an answer of somebody else."""
    turn = get_own_turn(request)
    wants_json = request.headers.get("X-Requested-With") == "script"
    with translation.override(turn.conversation.language):
        refusal = refusal_reason(request)
        shown = {"error": refusal} if refusal else rewrite_answer(turn)
    if wants_json:
        return JsonResponse(shown, status=429 if refusal else 422 if "error" in shown else 200)
    return render_page(request, "chat/plain.html", {"shown": shown, "turn": turn})


def get_own_turn(request: HttpRequest) -> Turn:
    """Raises Http404."""
    conversation = get_own_conversation_or_404(request, request.POST.get("conversation", ""))
    try:
        key = uuid.UUID(request.POST.get("turn", ""))
    except ValueError:
        raise Http404 from None
    turn = Turn.objects.select_related("conversation").filter(conversation=conversation, pk=key).first()
    if turn is None or not turn.answer or turn.state not in (TurnState.DONE, TurnState.DONE_WITHOUT_LLM):
        raise Http404
    return turn


def refusal_reason(request: HttpRequest) -> str:
    """A rewrite costs as much as an answer, so the limits of answers hold for it."""
    address = request.META.get("REMOTE_ADDR", "")
    visitor = visitor_fingerprint(address) if is_rate_limited_address(address) else ""
    if visitor and VISITOR_CALLS.take(visitor):
        return _("Too many requests. Please wait a moment.")
    if withholding_reason(load_service_rules(), visitor):
        return _("Plain language needs the language model, which cannot be asked at the moment.")
    return ""


def rewrite_answer(turn: Turn) -> dict[str, object]:
    """Safe HTML with its label, or why there is none. Calls models, reads and writes the database."""
    ledger = Ledger()
    try:
        outcome: RewriteOutcome = wait_without_connection(
            simplify_answer, turn.answer, ledger=ledger, in_house=turn.stays_in_house()
        )
    except SimplifyError as error:
        return {"error": str(error)}
    finally:
        ledger.save(f"turn:{turn.pk}")
    return {
        "html": render_rewrite_html(outcome.text, citation_links(turn)),
        "label": outcome.label,
        "model": outcome.model,
        "ai_generated": outcome.model != OFFLINE_MODEL or is_ai_generated(turn.state, turn.model, turn.answer),
    }


def citation_links(turn: Turn) -> dict[int, CitationLink]:
    """Returns links by number; of the places of one page the first."""
    proved = reversed(turn.citations.filter(verified=True))
    return {
        row.number: CitationLink(
            row.number, row.url, _("%(title)s, page %(page)s") % {"title": row.title, "page": row.page}
        )
        for row in proved
    }


def render_rewrite_html(text: str, links: Mapping[int, CitationLink]) -> str:
    """Numbers of proved sources become the links they were; any other number stays text."""
    signed = NUMBER.sub(lambda found: format_citation_marker(int(found[1]), found[0], links), OWN_SIGNS.sub("", text))
    return render_answer_html(signed, links)


def format_citation_marker(number: int, written: str, links: Mapping[int, CitationLink]) -> str:
    return f"{LINK_OPEN}{number}{LINK_CLOSE}" if number in links else written
