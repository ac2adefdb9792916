"""Sends pending notifications: by mail, to a webhook, or into the thread where the question was asked."""

import re
from functools import partial
from textwrap import shorten

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.chat.models import AnswerChange, NotificationState, Subscription, SubscriptionWay
from apps.chat.subscriptions.notifications.chat_platform_messages import send_to_platform
from apps.chat.subscriptions.notifications.notification_text import (
    ChangeNotification,
    build_notification,
    subscription_page_url,
    unsubscribe_url,
)
from apps.deliveries.deliver_owed import Ends, NotDeliveredError, deliver_owed
from apps.deliveries.mail_connection import MailConnection
from apps.documents.fetching import FetchError
from apps.documents.fetching.post_signed_webhook import NotTakenError, post_signed_webhook

IN_ADDRESS = re.compile(r"([.:/@\\])(?=\S)")
LONGEST_QUESTION = 150
"""Characters of it in a mail that nobody has asked for yet."""
EVENT = "answer.changed"
ENDS = Ends(
    delivered={"state": NotificationState.SENT, "sent_at": Now()},
    given_up={"state": NotificationState.FAILED},
)


def send_owed_notifications() -> int:
    """How many were sent. Uses the network. One process at a time; what fails is tried again, later each time.

    Whoever may no longer sign in gets nothing that was owed before.
    """
    may_know = Q(subscription__user=None) | Q(subscription__user__is_active=True)
    owed = AnswerChange.objects.filter(may_know, state=NotificationState.OWED, next_attempt_at__lte=timezone.now())
    related = owed.select_related("subscription__user", "subscription__interaction__room")
    with MailConnection() as mails:
        return deliver_owed(related, partial(send_notification, mails), ENDS, receiver=receiver_of_change)


def receiver_of_change(change: AnswerChange) -> str:
    """What may be away: the mail server, a host of a webhook."""
    subscription = change.subscription
    return subscription.address if subscription.way == SubscriptionWay.WEBHOOK else subscription.way


def send_notification(mails: MailConnection, change: AnswerChange) -> None:
    """Raises NotDeliveredError."""
    subscription = change.subscription
    notification = build_notification(change, subscription.user)
    if not notification.has_content:
        raise NotDeliveredError("Nothing that the subscriber may read.", is_final=True)
    with translation.override(subscription.language):
        if subscription.way == SubscriptionWay.MAIL:
            mails.send(build_change_mail(notification, subscription))
        else:
            SENDERS[SubscriptionWay(subscription.way)](notification, subscription)


def build_change_mail(notification: ChangeNotification, subscription: Subscription) -> EmailMultiAlternatives:
    leaving = _("No more such mails? %(address)s") % {"address": subscription_page_url(subscription)}
    mail = build_mail(subscription, _("An answer has changed"), f"{notification.as_text()}\n\n--\n{leaving}\n")
    context = {"notification": notification, "leaving": leaving}
    mail.attach_alternative(render_to_string("chat/changed_answer_mail.html", context), "text/html")
    return mail


def send_confirmation_mail(subscription: Subscription) -> None:
    """The first half of double opt-in. Raises OSError, SMTPException."""
    with translation.override(subscription.language):
        said = _(
            "Somebody wants word at this address when the answer to this question changes. If that was you, please "
            "confirm it on this page. Otherwise do nothing: the address is forgotten within two days."
        )
        text = f"{said}\n\n{without_links(subscription.question)}\n\n{subscription_page_url(subscription)}\n"
        build_mail(subscription, _("Please confirm: word when an answer changes"), text).send()


def without_links(question: str) -> str:
    """Its beginning, in which mail programs find no address: a stranger wrote it, and nobody has asked for it yet."""
    return shorten(IN_ADDRESS.sub(r"\1 ", question), LONGEST_QUESTION, placeholder=" …")


def build_mail(subscription: Subscription, subject: str, text: str) -> EmailMultiAlternatives:
    """Builds a mail with the headers by which mail programs end a subscription with one click (RFC 8058)."""
    headers = {
        "List-Unsubscribe": f"<{unsubscribe_url(subscription)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    subject = f"[{settings.SITE_NAME}] {subject}"
    return EmailMultiAlternatives(subject, text, to=[subscription.address], headers=headers)


def send_webhook(notification: ChangeNotification, subscription: Subscription) -> None:
    """Raises NotDeliveredError."""
    payload = {"type": EVENT, "timestamp": notification.change.created_at.isoformat(), "data": notification.as_json()}
    secret, message_id = subscription.signing_secret(), f"answer_change_{notification.change.pk}"
    try:
        if not secret:
            raise NotTakenError("download_failed", error="no secret to sign with")
        post_signed_webhook(subscription.address, payload, secret=secret, message_id=message_id)
    except FetchError as error:
        raise NotDeliveredError(str(error), is_away=True) from error


SENDERS = {SubscriptionWay.WEBHOOK: send_webhook, SubscriptionWay.PLATFORM: send_to_platform}
"""Those beside mails, which share a connection."""
