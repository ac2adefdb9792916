"""Notifications on Slack and Teams: one more message in the thread of the answer."""

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.models import AnswerChange, Interaction, InteractionKind, Subscription
from apps.chat.subscriptions.notifications.notification_text import ChangeNotification, build_notification
from apps.deliveries.deliver_owed import NotDeliveredError

CHANGE_MESSAGE_PREFIX = "changed"
"""Prefix of the text of an interaction that brings a notification; the number of the change follows."""


def send_to_platform(notification: ChangeNotification, subscription: Subscription) -> None:
    """Adds a message to the thread, which the outbox of the platform sends. Raises NotDeliveredError."""
    asked = subscription.interaction
    if asked is None or asked.room.four_eyes:
        raise NotDeliveredError("Answers in this room are approved by a supervisor first.", is_final=True)
    Interaction.objects.get_or_create(
        conversation_id=asked.conversation_id,
        kind=InteractionKind.REPLY,
        text=f"{CHANGE_MESSAGE_PREFIX}:{notification.change.pk}",
        defaults={
            "platform": asked.platform,
            "room_id": asked.room_id,
            "asker_id": asked.asker_id,
            "place": asked.place,
            "is_private": asked.is_private,
        },
    )


def change_message_text(change_id: int, language: str) -> str:
    """What the message says, by the rights of now. Five queries."""
    change = AnswerChange.objects.filter(pk=change_id).select_related("subscription__user").first()
    with translation.override(language):
        if change is None:
            return _("The subscription has ended and was deleted.")
        notification = build_notification(change, change.subscription.user)
        return f"{_('An answer has changed')}\n\n{notification.as_text()}"
