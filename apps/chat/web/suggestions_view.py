"""The view of suggested questions below an answer, which the page's script asks for."""

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from apps.chat.models import Turn
from apps.chat.models.rate_allowances import VISITOR_CALLS
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.chat.suggestions.candidate_questions import CandidateQuestion
from apps.chat.suggestions.provable_questions import provable_questions
from apps.chat.web.conversation_views import get_own_conversation_or_404
from apps.chat.web.explain_sources_view import get_turn_or_404
from apps.database.async_access import wait_without_connection
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import User


# As apps/chat/web/explain_sources_view.py: a frame on another site has no cookie.
@csrf_exempt
@never_cache
@require_POST
def suggestions(request: HttpRequest) -> JsonResponse:
    """None for somebody else's turn, nor for one that was deleted while it stands in a browser: both are no mistake of
    the page, which would stand in its console."""
    try:
        conversation = get_own_conversation_or_404(request, request.POST.get("conversation", ""))
        turn = get_turn_or_404(conversation, request.POST.get("turn", ""))
    except Http404:
        return JsonResponse({"questions": []})
    found = suggestions_for(turn, request.user, request.META.get("REMOTE_ADDR", ""))
    return JsonResponse({"questions": [{"text": one.text, "language": one.language} for one in found]})


def suggestions_for(turn: Turn, user: User, address: str) -> list[CandidateQuestion]:
    """None for a visitor who asks too much at once: they cost some searches. Reads the database, embeds questions."""
    if is_rate_limited_address(address) and VISITOR_CALLS.take(visitor_fingerprint(address)):
        return []
    ledger = Ledger()
    try:
        return wait_without_connection(provable_questions, turn, user, ledger)
    finally:
        ledger.save(f"turn:{turn.pk}")
