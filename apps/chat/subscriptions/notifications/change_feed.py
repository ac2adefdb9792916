"""The changes of one answer as an Atom feed (RFC 4287)."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from apps.chat.models import Subscription
from apps.chat.subscriptions.notifications.notification_text import ChangeNotification, subscription_page_url
from apps.text.strip_unstorable_characters import strip_forbidden_in_xml


def change_feed(subscription: Subscription, notifications: Sequence[ChangeNotification]) -> str:
    """`notifications` newest first, as the reader of the feed may see them; in the language of the subscription."""
    page = subscription_page_url(subscription)
    with translation.override(subscription.language):
        feed = Atom1Feed(
            title=strip_forbidden_in_xml(subscription.question),
            link=page,
            description=None,
            language=subscription.language,
            feed_url=f"{page}feed",
        )
        for notification in notifications:
            feed.add_item(
                title=_("An answer has changed"),
                link=page,
                description=strip_forbidden_in_xml(
                    render_to_string("chat/changed_quotes.html", {"notification": notification})
                ),
                unique_id=f"{page}#{notification.change.pk}",
                pubdate=notification.change.created_at,
                updateddate=notification.change.created_at,
            )
        return str(feed.writeString("utf-8"))
