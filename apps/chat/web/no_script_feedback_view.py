"""The view that takes feedback without script: a form, checked by the rules of the websocket's messages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from apps.chat.models import Conversation, Turn
from apps.chat.store_feedback import store_feedback
from apps.chat.web.conversation_views import with_own_conversation
from apps.chat.web.websocket_messages import BadFrame, FeedbackFrame, build_frame


@with_own_conversation
def feedback(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Keeps what is thought of an answer and says thanks; 404 for an answer of another conversation."""
    try:
        frame = build_frame(FeedbackFrame, record_of(request))
    except BadFrame as bad:
        shown = {"conversation": conversation.token, "failure": str(bad)}
        return render(request, "chat/feedback_kept.html", shown, status=400)
    turn = Turn.objects.filter(conversation=conversation, pk=frame.turn).first()
    if turn is None:
        raise Http404
    store_feedback(turn, frame.rating, frame.reasons, frame.comment)
    return render(request, "chat/feedback_kept.html", {"conversation": conversation.token})


def record_of(request: HttpRequest) -> dict[str, object]:
    return {
        "turn": request.POST.get("turn"),
        "rating": request.POST.get("rating"),
        "reasons": request.POST.getlist("reason"),
        "comment": request.POST.get("comment", "").strip(),
    }
