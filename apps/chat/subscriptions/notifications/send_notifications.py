"""Sends pending notifications: by mail, to a webhook, or into the thread where the question was asked."""

import logging
import re
from collections.abc import Iterable
from smtplib import SMTPException
from textwrap import shorten

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.chat.models import AnswerChange, NotificationState, Subscription, SubscriptionWay
from apps.chat.subscriptions.notifications.chat_platform_messages import NotSentError, send_to_platform
from apps.chat.subscriptions.notifications.classify_mail_errors import is_refused_mail_error
from apps.chat.subscriptions.notifications.notification_text import (
    ChangeNotification,
    build_notification,
    subscription_page_url,
    unsubscribe_url,
)
from apps.documents.fetching import FetchError
from apps.documents.fetching.post_signed_webhook import RETRY_PAUSES, NotTakenError, post_signed_webhook

logger = logging.getLogger(__name__)

IN_ADDRESS = re.compile(r"([.:/@\\])(?=\S)")
LONGEST_QUESTION = 150
"""Characters of it in a mail that nobody has asked for yet."""
MOST_SENT = 200
"""In a look, of each way."""
EVENT = "answer.changed"


class MailServerAwayError(Exception):
    """No mail server answers or lets us in: the next mail would fare the same."""


def send_owed_notifications() -> int:
    """How many were sent. Uses the network. One process at a time; what fails is tried again, later each time.

    Where the mail server is away, the other mails wait for the next look as they are. Whoever may no longer sign in
    gets nothing that was owed before.
    """
    may_know = Q(subscription__user=None) | Q(subscription__user__is_active=True)
    owed = AnswerChange.objects.filter(may_know, state=NotificationState.OWED, next_attempt_at__lte=timezone.now())
    related = owed.select_related("subscription__user", "subscription__interaction__room").order_by("pk")
    # Each way by itself: many mails that wait for their server keep no webhook back.
    return sum(send_until_server_away(related.filter(subscription__way=way)[:MOST_SENT]) for way in SENDERS)


def send_until_server_away(changes: Iterable[AnswerChange]) -> int:
    """How many of one way were sent, up to the first for which no mail server answers or lets us in."""
    sent = 0
    for change in changes:
        try:
            sent += send_notification(change)
        except MailServerAwayError:
            break
    return sent


def send_notification(change: AnswerChange) -> bool:
    """False where it is tried again later, or never. Raises MailServerAwayError, when it is tried again later, too."""
    subscription = change.subscription
    word = build_notification(change, subscription.user)
    try:
        if not word.says_something:
            raise NotSentError("Nothing that the subscriber may read.")
        with translation.override(subscription.language):
            SENDERS[SubscriptionWay(subscription.way)](word, subscription)
    except MailServerAwayError as error:
        postpone_notification(change, str(error))
        raise
    except (OSError, SMTPException, FetchError) as error:
        postpone_notification(change, str(error))
        return False
    except NotSentError as error:
        set_state(change, NotificationState.FAILED, str(error))
        return False
    AnswerChange.objects.filter(pk=change.pk).update(state=NotificationState.SENT, sent_at=timezone.now(), error="")
    return True


def postpone_notification(change: AnswerChange, error: str) -> None:
    if change.attempts >= len(RETRY_PAUSES):
        logger.warning("The word of change %d was not sent: %s", change.pk, error)
        return set_state(change, NotificationState.FAILED, error)
    next_attempt = timezone.now() + RETRY_PAUSES[change.attempts]
    AnswerChange.objects.filter(pk=change.pk).update(
        attempts=change.attempts + 1, next_attempt_at=next_attempt, error=error[:200]
    )
    return None


def set_state(change: AnswerChange, state: NotificationState, error: str) -> None:
    AnswerChange.objects.filter(pk=change.pk).update(state=state, error=error[:200])


def send_mail(word: ChangeNotification, subscription: Subscription) -> None:
    """Raises SMTPException for a mail that is refused, MailServerAwayError."""
    leaving = _("No more such mails? %(address)s") % {"address": subscription_page_url(subscription)}
    mail = build_mail(subscription, _("An answer has changed"), f"{word.as_text()}\n\n--\n{leaving}\n")
    context = {"word": word, "leaving": leaving}
    mail.attach_alternative(render_to_string("chat/changed_answer_mail.html", context), "text/html")
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        if is_refused_mail_error(error):
            raise
        raise MailServerAwayError(str(error)) from error


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


def send_webhook(word: ChangeNotification, subscription: Subscription) -> None:
    """Raises NotTakenError."""
    payload = {"type": EVENT, "timestamp": word.change.created_at.isoformat(), "data": word.as_json()}
    secret = subscription.signing_secret()
    if not secret:
        raise NotTakenError("download_failed", error="no secret to sign with")
    post_signed_webhook(subscription.address, payload, secret=secret, message_id=f"answer_change_{word.change.pk}")


SENDERS = {
    SubscriptionWay.MAIL: send_mail,
    SubscriptionWay.WEBHOOK: send_webhook,
    SubscriptionWay.PLATFORM: send_to_platform,
}
