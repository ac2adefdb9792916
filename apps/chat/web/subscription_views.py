"""Views of subscriptions: subscribing from an answer, and the subscriber's own page, feed and way out.

The token of a subscription stands in its address, because it travels by mail; it opens this subscription and nothing
else. Quotes are shown to whoever may read their documents: who subscribed as somebody signed in has to be signed in.
"""

from datetime import timedelta
from smtplib import SMTPException

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from apps.chat.models import Conversation, Subscription, SubscriptionWay, Turn
from apps.chat.models.rate_allowances import VISITOR_CALLS
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.chat.subscriptions.notifications.change_feed import change_feed
from apps.chat.subscriptions.notifications.notification_text import ChangeNotification, build_notification
from apps.chat.subscriptions.notifications.send_notifications import send_confirmation_mail
from apps.chat.subscriptions.start_and_end_subscription import (
    NotSubscribedError,
    confirm_subscription,
    offered_ways,
    subscribe,
)
from apps.chat.web.conversation_views import with_own_conversation
from apps.chat.web.explain_sources_view import get_turn_or_404

OFFERED = (SubscriptionWay.MAIL, SubscriptionWay.FEED, SubscriptionWay.WEBHOOK)
SECRET_SHOWN_FOR = timedelta(minutes=1)
"""Two clicks make one subscription, and of the two pages its subscriber sees the second."""


@with_own_conversation
def subscribe_view(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Shows the form to choose a way, or subscribes by the chosen one. Raises Http404 for another's turn."""
    turn = get_turn_or_404(conversation, request.POST.get("turn", ""))
    way = request.POST.get("way", "")
    context = {"turn": turn, "conversation": conversation.token, "ways": offered_ways(request.user)}
    if way not in OFFERED:
        return render(request, "chat/subscribe.html", context)
    try:
        made = begin_subscription(request, turn, way)
    except NotSubscribedError as error:
        return render(request, "chat/subscribe.html", {**context, "failure": error.sentence}, status=400)
    is_new = made.created_at > timezone.now() - SECRET_SHOWN_FOR
    secret = made.signing_secret() if is_new else ""
    return render_subscription_page(request, made, secret=secret, conversation=conversation.token)


def begin_subscription(request: HttpRequest, turn: Turn, way: str) -> Subscription:
    """Raises NotSubscribedError."""
    address = request.META.get("REMOTE_ADDR", "")
    if is_rate_limited_address(address) and VISITOR_CALLS.take(visitor_fingerprint(address)):
        raise NotSubscribedError(_("There are too many subscriptions already."))
    made = subscribe(turn, way, request.POST.get("address", "").replace("\0", "").strip(), request.user)
    if made.way == SubscriptionWay.MAIL and made.confirmed_at is None:
        try:
            send_confirmation_mail(made)
        except (OSError, SMTPException):
            made.delete()
            raise NotSubscribedError(_("The mail could not be sent. Please try again later.")) from None
    return made


@never_cache
@require_safe
def subscription_page(request: HttpRequest, token: str) -> HttpResponse:
    return render_subscription_page(request, get_subscription_or_404(token))


def render_subscription_page(
    request: HttpRequest, subscription: Subscription, secret: str = "", conversation: str = ""
) -> HttpResponse:
    """The page that knows nothing else of the subscriber.

    `secret` is shown once; `conversation` is the token of a visitor who comes from there. By mail, the page after the
    form says that a mail is under way and shows no way to confirm it.
    """
    is_from_form = request.method == "POST"
    context = {
        "subscription": subscription,
        "notifications": notifications_for_reader(request, subscription),
        "feed": request.build_absolute_uri(reverse("chat:subscription-feed", args=[subscription.token])),
        "waits_for_mail": is_from_form and subscription.confirmed_at is None,
        "secret": secret,
        "conversation": conversation,
    }
    response = render(request, "chat/subscription.html", context)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    # The address is told to no other site. To our own it must be: without it browsers' forms are refused as forged.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def notifications_for_reader(request: HttpRequest, subscription: Subscription) -> list[ChangeNotification]:
    changes = subscription.changes.select_related("subscription").order_by("-pk")
    return [build_notification(change, request.user) for change in changes]


@never_cache
@require_POST
def confirm_view(request: HttpRequest, token: str) -> HttpResponse:
    """By a press of a button: programs that open the links of mails confirm nothing."""
    subscription = get_subscription_or_404(token)
    confirm_subscription(subscription)
    subscription.refresh_from_db()
    return render_subscription_page(request, subscription)


# Mail programs send it by themselves, without a page of ours (RFC 8058); the token is the permission.
@csrf_exempt
@never_cache
@require_POST
def leave_view(request: HttpRequest, token: str) -> HttpResponse:
    """One click, and nothing of the subscription is left. May come twice."""
    Subscription.objects.filter(token=token).delete()
    context = {
        "sentence": _("The subscription has ended and was deleted."),
        "conversation": request.POST.get("conversation", "")[:64],
    }
    return render(request, "chat/said.html", context)


@require_safe
def feed_view(request: HttpRequest, token: str) -> HttpResponse:
    """Atom, newest change first."""
    subscription = get_subscription_or_404(token)
    if subscription.way != SubscriptionWay.FEED:
        raise Http404
    text = change_feed(subscription, notifications_for_reader(request, subscription))
    return HttpResponse(
        text, content_type="application/atom+xml; charset=utf-8", headers={"Cache-Control": "private, max-age=300"}
    )


def get_subscription_or_404(token: str) -> Subscription:
    """Raises Http404."""
    found = Subscription.objects.filter(token=token[:64]).select_related("user", "turn__conversation").first()
    if found is None:
        raise Http404
    return found
