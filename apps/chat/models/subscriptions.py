"""Tables of subscriptions: who is told when an answer changes, what it was made from, and what is still to be sent."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.chat.models.conversations import Turn, new_token
from apps.documents.fetching.post_signed_webhook import new_signing_secret
from apps.documents.models import Document
from apps.llm.endpoints.encrypted_api_keys import open_seal, seal


class SubscriptionWay(models.TextChoices):
    MAIL = "mail", _("e-mail")
    FEED = "feed", _("feed")
    WEBHOOK = "webhook", _("webhook")
    PLATFORM = "platform", _("chat platform")


class WatchedPage(models.Model):
    """A page that answers with subscribers were made from: what tells whether it still says the same, and no text.

    Shared by all subscriptions; one that nobody watches any more is deleted. Goes with its document.
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    page = models.PositiveIntegerField()
    # The revision in which the page was last seen to say this.
    revision = models.BigIntegerField()
    fingerprint = models.CharField(max_length=32)
    # Hashes of every two neighbouring words: whether a later quote stood here already.
    pairs = ArrayField(models.IntegerField())

    class Meta:
        verbose_name = _("watched page")
        verbose_name_plural = _("watched pages")
        constraints = [models.UniqueConstraint(fields=["document", "fingerprint"], name="watched_page_once")]

    def __str__(self) -> str:
        return f"{self.document_id}, {self.page}"


class Subscription(models.Model):
    """Somebody wants to be told when the proved answer changes. Goes with the conversation in which it was given."""

    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="subscriptions", verbose_name=_("turn"))
    # Whose rights hold whenever it is asked again; None: the public's.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
    )
    # Where it was asked on a chat platform; the notification goes there.
    interaction = models.ForeignKey(
        "chat.Interaction", on_delete=models.CASCADE, null=True, blank=True, related_name="+", editable=False
    )
    way = models.CharField(_("way"), max_length=10, choices=SubscriptionWay)
    address = models.CharField(_("address"), max_length=500, blank=True)
    # Written by older releases alone, which may still run beside this one; read no more, it goes one version later.
    secret = models.CharField(max_length=100, blank=True, editable=False)
    sealed_secret = models.TextField(default="", db_default="", editable=False)
    language = models.CharField(_("language"), max_length=16)
    question = models.TextField(_("question"))
    collections = models.JSONField(null=True, blank=True, editable=False)
    filters = models.JSONField(default=dict, blank=True, editable=False)
    terms = ArrayField(models.CharField(max_length=100), default=list, editable=False)
    pages = models.ManyToManyField(WatchedPage, related_name="subscriptions", editable=False)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    # New pages share words with the question; a search says whether they have a part in its answer.
    needs_search = models.BooleanField(default=False, editable=False)
    is_due = models.BooleanField(_("to be asked again"), default=False)
    # Quotes of the answer whose document has left since: they can no longer be shown.
    withdrawn_quotes = models.PositiveSmallIntegerField(default=0, editable=False)
    failures = models.PositiveSmallIntegerField(_("failed attempts"), default=0)
    asked_at = models.DateTimeField(_("asked again"), null=True, blank=True)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)

    class Meta:
        verbose_name = _("subscription to an answer")
        verbose_name_plural = _("subscriptions to answers")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["asked_at"], name="subscription_asked"),
            models.Index(fields=["id"], name="subscription_due", condition=models.Q(is_due=True)),
            models.Index(fields=["id"], name="subscription_search", condition=models.Q(needs_search=True)),
            models.Index(fields=["address"], name="subscription_by_address"),
        ]

    def __str__(self) -> str:
        return Truncator(self.question).chars(80)

    def issue_secret(self) -> str:
        """A new one, which is shown once and stored sealed for host and port of the address. Does not save."""
        secret = new_signing_secret()
        self.sealed_secret = seal(secret, self.address)
        return secret

    def signing_secret(self) -> str:
        """Empty when none can be read: never issued, issued for another host, or under another SECRET_KEY."""
        return open_seal(self.sealed_secret, self.address) if self.sealed_secret else ""


class NotificationState(models.TextChoices):
    OWED = "owed", _("to be sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")


class AnswerChange(models.Model):
    """The proved answer is another one than before: one word to one subscriber."""

    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="changes", verbose_name=_("subscription to an answer")
    )
    # Sources of the earlier answer that have left, and so are not among its quotes.
    withdrawn = models.PositiveSmallIntegerField(_("withdrawn sources"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=NotificationState, default=NotificationState.OWED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("noticed"), auto_now_add=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("changed answer")
        verbose_name_plural = _("changed answers")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["next_attempt_at"], name="change_owed", condition=models.Q(state="owed")),
        ]

    def __str__(self) -> str:
        return f"{self.subscription_id}: {self.pk}"


class SubscriptionQuote(models.Model):
    """A quote that proves the answer: of the answer as subscribed to, or of a change one of its two sides.

    Goes with its document, so that no word quotes what has left.
    """

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="quotes")
    change = models.ForeignKey(AnswerChange, on_delete=models.CASCADE, null=True, related_name="quotes")
    # Of a change: whether it proves the answer as it is now, or as it was.
    is_new = models.BooleanField(default=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    page = models.PositiveIntegerField()
    quote = models.TextField()

    class Meta:
        verbose_name = _("quote of a subscription")
        verbose_name_plural = _("quotes of subscriptions")
        ordering = ["pk"]

    def __str__(self) -> str:
        return Truncator(self.quote).chars(80)


class PublishedUntil(models.Model):
    """One row: up to when newly published pages were looked at, and which revisions within the last minutes."""

    looked_until = models.DateTimeField()
    recent = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        verbose_name = _("look at published documents")
        verbose_name_plural = _("looks at published documents")

    def __str__(self) -> str:
        return f"{self.looked_until:%Y-%m-%d %H:%M}"
