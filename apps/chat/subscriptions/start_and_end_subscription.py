"""Starts and ends a subscription: who may subscribe, to which address, confirmed by whom."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.models import Channel, Interaction, Subscription, SubscriptionWay, Turn, TurnState
from apps.chat.subscriptions.find_changed_pages import ensure_last_look
from apps.chat.subscriptions.record_watched_pages import is_outdated, watch_answer_pages
from apps.database.advisory_lock import wait_for_transaction_lock
from apps.documents.fetching.post_signed_webhook import may_be_posted_to
from apps.documents.models import Document
from apps.llm.offline.ranking.question_terms import term_stems
from apps.retrieval.preparation.search_request import User

LOCK = 7_203_119
"""The kind of advisory lock; nothing else uses it."""
MOST_OF_CONVERSATION = 20
MOST_OF_ADDRESS = 100
MAILS_APART = timedelta(hours=1)
"""Between two mails that ask the same address to confirm."""
FORGOTTEN_AFTER = timedelta(days=2)
"""Subscriptions that nobody has confirmed."""
SUBSCRIBABLE = (TurnState.DONE, TurnState.REFUSED)


class NotSubscribedError(Exception):
    """`sentence` says why, in the language that is active when it is shown."""

    def __init__(self, sentence: "str | Promise") -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def subscribe(
    turn: Turn, way: str, address: str, user: User | None, *, interaction: Interaction | None = None
) -> Subscription:
    """The subscription, the same one for the same wish. By mail it waits to be confirmed.

    `user` is who asks; their rights hold from now on. Some ten queries, one transaction. Raises NotSubscribedError.
    """
    owner = user if user is not None and user.is_authenticated else None
    address = validated_address(way, address, owner)
    with transaction.atomic():
        # One wish at a time: two clicks make one subscription, and many at once send one mail to an address.
        wait_for_transaction_lock(LOCK)
        known = Subscription.objects.filter(turn=turn, way=way, address=address, user=owner)  # type: ignore[misc]
        if found := known.exclude(confirmed_at=None).first():
            return found
        check_limits(turn, address)
        made = build_subscription(turn, way, address, interaction)
        made.user_id = owner.pk if owner else None
        made.save()
        watch_answer_pages(made, turn)
        ensure_last_look()
    return made


def build_subscription(turn: Turn, way: str, address: str, interaction: Interaction | None) -> Subscription:
    """Not saved, and nobody's yet. Some three queries."""
    made = Subscription(
        turn=turn,
        interaction=interaction,
        way=way,
        address=address,
        language=turn.conversation.language,
        # A follow-up as a question of its own; a first question in the asker's words.
        question=turn.question if turn.number == 1 else turn.query or turn.question,
        collections=searched_collections(turn, interaction),
        filters=next((one["detail"] for one in turn.steps if one.get("name") == "filters"), {}),
        terms=[term[:100] for term in term_stems(turn.question if turn.number == 1 else turn.query)][:20],
        confirmed_at=None if way == SubscriptionWay.MAIL else timezone.now(),
        is_due=is_outdated(turn),
    )
    if way == SubscriptionWay.WEBHOOK:
        made.issue_secret()
    return made


def offered_ways(user: User | None) -> list[str]:
    """What this person can choose: mail where there is a mail server, webhooks for people with an account where the
    operator has listed hosts."""
    is_signed_in = user is not None and user.is_authenticated
    mail = [SubscriptionWay.MAIL] if settings.EMAIL_HOST else []
    webhook = [SubscriptionWay.WEBHOOK] if is_signed_in and settings.WEBHOOK_HOSTS else []
    return [str(way) for way in [*mail, SubscriptionWay.FEED, *webhook]]


def validated_address(way: str, address: str, owner: User | None) -> str:
    """The address as it is stored. A person who is signed in gets mail only at the address of their account: it may
    tell what only they may read. Raises NotSubscribedError."""
    if way == SubscriptionWay.MAIL:
        return validated_mail_address(getattr(owner, "email", "") if owner else address)
    if way == SubscriptionWay.WEBHOOK:
        if owner is None or not may_be_posted_to(address):
            raise NotSubscribedError(_("The service may not send anything to this address."))
        return address
    if way in (SubscriptionWay.FEED, SubscriptionWay.PLATFORM):
        return ""
    raise NotSubscribedError(_("The service may not send anything to this address."))


def validated_mail_address(address: str) -> str:
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise NotSubscribedError(_("This is no e-mail address.")) from None
    if not address.isprintable():
        raise NotSubscribedError(_("This is no e-mail address."))
    # A host by its number, or this one, would let strangers send mail to what only the mail server reaches.
    host = address.rpartition("@")[2]
    if not settings.EMAIL_HOST or len(address) > 254 or "." not in host or host.startswith("["):
        raise NotSubscribedError(_("The service may not send anything to this address."))
    return address


def check_limits(turn: Turn, address: str) -> None:
    """Raises NotSubscribedError."""
    if turn.state not in SUBSCRIBABLE:
        raise NotSubscribedError(_("This answer is incomplete; please ask again first."))
    count = Subscription.objects.filter(turn__conversation=turn.conversation_id).count()
    if count >= MOST_OF_CONVERSATION or (address and subscriptions_of_address(address).count() >= MOST_OF_ADDRESS):
        raise NotSubscribedError(_("There are too many subscriptions already."))
    recent = timezone.now() - MAILS_APART
    if address and subscriptions_of_address(address).filter(confirmed_at=None, created_at__gt=recent).exists():
        raise NotSubscribedError(_("A mail to this address waits to be confirmed already."))


def subscriptions_of_address(address: str) -> QuerySet[Subscription]:
    return Subscription.objects.filter(address__iexact=address)


def searched_collections(turn: Turn, interaction: Interaction | None) -> list[str] | None:
    """Short names of what was searched; None: all that the subscriber may read."""
    if interaction is not None:
        bound = list(interaction.room.collections.values_list("slug", flat=True))
        return bound or None
    if turn.conversation.channel != Channel.API:
        return None
    documents = Document.objects.filter(pk__in={one["document"] for one in turn.passages})
    return sorted(set(documents.values_list("collection__slug", flat=True))) or None


def confirm_subscription(subscription: Subscription) -> None:
    """By whoever reads the mail. May run twice."""
    Subscription.objects.filter(pk=subscription.pk, confirmed_at=None).update(confirmed_at=timezone.now())


def delete_unconfirmed_subscriptions() -> int:
    """How many were deleted with the addresses that nobody has confirmed."""
    forgotten = timezone.now() - FORGOTTEN_AFTER
    return Subscription.objects.filter(confirmed_at=None, created_at__lt=forgotten).delete()[0]
