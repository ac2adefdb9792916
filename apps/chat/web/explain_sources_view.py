"""The panel "Why these sources?" below an answer: a piece of HTML that the page's script fetches when it is opened."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from apps.chat.models import Conversation, Turn
from apps.chat.web.conversation_views import with_own_conversation
from apps.retrieval.algorithms import shown_profile_name
from apps.retrieval.search.explain_search import explain_search


@with_own_conversation
def why_these_sources(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Raises Http404 for a turn that is none of this conversation."""
    turn = turn_of(conversation, request.POST.get("turn", ""))
    profile = shown_profile_name(turn.profile.get("name", ""), turn.algorithm)
    explained = explain_search(turn.query or turn.question, turn.algorithm, profile, turn.steps, turn.passages)
    return render(request, "chat/why.html", {"why": explained, "model": turn.model})


def turn_of(conversation: Conversation, name: str) -> Turn:
    try:
        return conversation.turns.get(pk=UUID(name))
    except (ValueError, Turn.DoesNotExist):
        raise Http404 from None
