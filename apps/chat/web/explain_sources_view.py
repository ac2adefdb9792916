"""The panel "Why these sources?" below an answer: a piece of HTML that the page's script fetches when it is opened."""

from collections.abc import Sequence
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from apps.chat.models import Conversation, Turn
from apps.chat.web.conversation_views import with_own_conversation
from apps.retrieval.algorithms import display_profile_name
from apps.retrieval.search.explain_search import PassageLine, explain_search


# What is sent is the conversation's secret token: no foreign page knows it, and a frame on another site has no cookie.
@csrf_exempt
@with_own_conversation
def why_these_sources(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Raises Http404 for a turn that is none of this conversation."""
    turn = get_turn_or_404(conversation, request.POST.get("turn", ""))
    profile = display_profile_name(turn.profile.get("name", ""), turn.algorithm)
    explained = explain_search(turn.query or turn.question, turn.algorithm, profile, turn.steps, turn.passages)
    chosen = pages_by_document(explained.passages)
    return render(request, "chat/why.html", {"why": explained, "chosen": chosen, "model": turn.model})


def pages_by_document(passages: Sequence[PassageLine]) -> list[tuple[str, str]]:
    """Title and pages in their order, such as "1, 2, 4"; the document whose page came first is first.

    Two documents may have one title.
    """
    titles = {passage.document: passage.title for passage in passages}
    pages: dict[int | str, set[int]] = {document: set() for document in titles}
    for passage in passages:
        pages[passage.document].update([passage.page] if passage.page else [])
    return [(titles[document], ", ".join(map(str, sorted(numbers)))) for document, numbers in pages.items()]


def get_turn_or_404(conversation: Conversation, name: str) -> Turn:
    try:
        return conversation.turns.get(pk=UUID(name))
    except (ValueError, Turn.DoesNotExist):
        raise Http404 from None
