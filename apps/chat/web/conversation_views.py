"""Views of one's own conversations: list, resume, export, share, delete.

Tokens travel in the bodies of forms, never in addresses: those end up in logs and histories.
"""

import json
from collections.abc import Callable, Sequence
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.channels.delivery.notify_of_improved_answers import improved_turn_ids
from apps.chat.models import Channel, Conversation, ShareLink, Turn, share_links
from apps.chat.privacy import delete_conversations, export_conversation
from apps.chat.turn_state.conversation_ownership import UnknownConversation, check_conversation_owner
from apps.chat.web.no_script_chat import build_shown_turn

LISTED = 200
MOST_DELETED = 500
View = Callable[[HttpRequest, Conversation], HttpResponse]


def with_own_conversation(view: View) -> Callable[[HttpRequest], HttpResponse]:
    """A view by POST that gets the conversation of the form; 404 for somebody else's as for none."""

    @never_cache
    @require_POST
    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        return view(request, get_own_conversation_or_404(request, request.POST.get("conversation", "")))

    return checked


def get_own_conversation_or_404(request: HttpRequest, token: str) -> Conversation:
    """Raises Http404."""
    try:
        return check_conversation_owner(Conversation.objects.filter(token=clean_token(token)).first(), request.user)
    except UnknownConversation:
        raise Http404 from None


def clean_token(token: str) -> str:
    return token.replace("\0", "")[:64]


@never_cache
@require_safe
def conversations(request: HttpRequest) -> HttpResponse:
    """People who are signed in find all of theirs, but none in which the product asked for them; others those that
    their browser remembers, which its script lists."""
    mine = Conversation.objects.none()
    if request.user.is_authenticated:
        mine = Conversation.objects.filter(user=request.user, turns__number=1).exclude(channel=Channel.REVIEW)
    listed = mine.order_by("-updated_at").values("token", "updated_at", "turns__question")[:LISTED]
    return render(request, "chat/conversations.html", {"conversations": listed})


@with_own_conversation
def restore(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """The turns for the page's script, shaped as it keeps them."""
    turns = conversation.turns.select_related("conversation").prefetch_related("citations").order_by("number")
    ended = turns.filter(state__in=Turn.END_STATES).exclude(answer_html="")
    better = improved_turn_ids(conversation)
    return JsonResponse(
        {"conversation": conversation.token, "turns": [turn_record(turn, turn.pk in better) for turn in ended]}
    )


def turn_record(turn: Turn, is_better_now: bool) -> dict[str, object]:
    done = load_turn_done_event(turn)
    record = done.as_json()
    if is_better_now:
        record["warnings"] = [*done.warnings, {"kind": "better_now", "text": ""}]
    return {
        "question": turn.question,
        "citations": record["citations"],
        "done": {"answer_html": done.answer_html, **record},
    }


@with_own_conversation
def export(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """A file: plain text to be read, or JSON with everything that is stored."""
    name = f"auskunft-{conversation.created_at:%Y-%m-%d}"
    if request.POST.get("form") == "json":
        text = json.dumps(export_conversation.conversation_json(conversation), ensure_ascii=False, indent=2)
        return attachment(text, "application/json", f"{name}.json")
    return attachment(export_conversation.conversation_text(conversation), "text/plain; charset=utf-8", f"{name}.txt")


def attachment(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@never_cache
@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """One that is gone already leaves the list of the browser, too."""
    token = clean_token(request.POST.get("conversation", ""))
    try:
        conversation = get_own_conversation_or_404(request, token)
    except Http404:
        return message_page(request, _("This conversation is no longer kept."), [token], status=404)
    delete_conversations.delete_conversations(Conversation.objects.filter(pk=conversation.pk))
    sentence = _("The conversation has been deleted, with all its answers and links.")
    return message_page(request, sentence, [conversation.token])


@never_cache
@require_POST
def delete_all(request: HttpRequest) -> HttpResponse:
    """All conversations of a person who is signed in; of others, those whose tokens the form names."""
    tokens = [clean_token(token) for token in request.POST.getlist("conversation")[:MOST_DELETED]]
    theirs = Conversation.objects.filter(token__in=tokens, user=None)
    count = delete_conversations.delete_conversations(theirs)
    if request.user.is_authenticated:
        count += delete_conversations.delete_conversations(Conversation.objects.filter(user=request.user))
    return message_page(request, _("Deleted conversations: %(count)d.") % {"count": count}, tokens)


@with_own_conversation
def share(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Makes a link, or withdraws all of them, and shows the links there are."""
    if "withdraw" in request.POST:
        share_links.revoke_share_links(conversation)
        return message_page(request, _("The conversation is no longer shared; its links lead nowhere."))
    link = share_links.get_or_create_share_link(conversation)
    if link is None:
        raise Http404
    address = request.build_absolute_uri(reverse("chat:shared", args=[link.token]))
    return render(request, "chat/share.html", {"address": address, "conversation": conversation.token})


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """What a link shows: read only, for everybody who may read the documents behind it."""
    link = ShareLink.objects.filter(token=token).first()
    if link is None or not link.is_open_to(request.user):
        raise Http404
    turns = [build_shown_turn(turn) for turn in link.turns()]
    response = render(request, "chat/shared.html", {"turns": turns, "link": link})
    # Whoever has the link may read it; search engines were not given it.
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def message_page(
    request: HttpRequest, sentence: str, deleted: Sequence[str] = (), *, status: int = 200
) -> HttpResponse:
    """A page with one sentence. Its script has the browser forget the `deleted` conversations."""
    return render(request, "chat/said.html", {"sentence": sentence, "deleted": " ".join(deleted)}, status=status)
