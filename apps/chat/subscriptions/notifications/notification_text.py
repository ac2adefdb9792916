"""The text of a notification: both sides of a changed answer, each quote with the page that proves it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.chat.models import AnswerChange, Subscription, SubscriptionQuote
from apps.documents.models import Document, document_url
from apps.text.grammar.strip_link_addresses import strip_link_addresses


@dataclass(frozen=True, slots=True)
class ShownQuote:
    """`url` opens the page: with the quote marked where it is one of now, for an earlier one stands there no longer."""

    quote: str
    title: str
    page: int
    url: str

    def as_json(self) -> dict[str, object]:
        return {"quote": self.quote, "title": self.title, "page": self.page, "url": self.url}


@dataclass(frozen=True, slots=True)
class ChangeNotification:
    """Both sides as this reader may see them."""

    change: AnswerChange
    question: str
    before: Sequence[ShownQuote]
    now: Sequence[ShownQuote]
    withdrawn: int
    """Sources of the earlier answer that have left."""

    @property
    def has_content(self) -> bool:
        return bool(self.before or self.now or self.withdrawn)

    def as_json(self) -> dict[str, object]:
        """The data of a webhook."""
        return {
            "question": self.question,
            "before": [one.as_json() for one in self.before],
            "now": [one.as_json() for one in self.now],
            "withdrawn_sources": self.withdrawn,
            "subscription": subscription_page_url(self.change.subscription),
        }

    def as_text(self) -> str:
        """For mails and messages, in the language in force."""
        return "\n\n".join(
            [
                self.question,
                "\n".join([_("Until now:"), *quote_lines(self.before), *self.missing_before()]),
                "\n".join([_("Now:"), *(quote_lines(self.now) or [_("The documents no longer prove an answer.")])]),
            ]
        )

    def missing_before(self) -> list[str]:
        if self.withdrawn:
            return [_("A source of the earlier answer was withdrawn.")]
        return [] if self.before else [_("The documents proved no answer.")]


def build_notification(change: AnswerChange, reader: AbstractBaseUser | AnonymousUser | None) -> ChangeNotification:
    """Builds it with the quotes of documents that the reader may read now. Three queries."""
    quotes = list(change.quotes.filter(document__in=Document.objects.shown_to(reader)).select_related("document"))
    before = [one for one in quotes if not one.is_new]
    return ChangeNotification(
        change,
        change.subscription.question,
        shown_quotes(before, with_address=False),
        shown_quotes([one for one in quotes if one.is_new], with_address=True),
        change.withdrawn,
    )


def shown_quotes(quotes: Iterable[SubscriptionQuote], *, with_address: bool) -> list[ShownQuote]:
    return [
        ShownQuote(
            one.quote,
            str(one.document),
            one.page,
            f"{settings.SITE_URL}{document_url(one.document_id, one.page, one.quote if with_address else '')}",
        )
        for one in quotes
    ]


def quote_lines(quotes: Iterable[ShownQuote]) -> list[str]:
    return [f"„{strip_link_addresses(one.quote)}“ ({one.title}, {one.page}) {one.url}" for one in quotes]


def subscription_page_url(subscription: Subscription) -> str:
    """Returns the address at which the subscriber sees the changes, confirms and leaves."""
    return f"{settings.SITE_URL}{reverse('chat:subscription', args=[subscription.token])}"


def unsubscribe_url(subscription: Subscription) -> str:
    return f"{settings.SITE_URL}{reverse('chat:subscription-leave', args=[subscription.token])}"
