"""Models: conversations and their turns, each with everything that made its answer."""

import secrets
import uuid
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.documents.models import Document, document_url

CONFLICT_KIND = "conflict"
"""Of the warning of a turn that two documents contradict each other."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Channel(models.TextChoices):
    WEB = "web", _("web page")
    COMMAND = "command", _("command line")
    API = "api", _("interface")
    SLACK = "slack", "Slack"
    TEAMS = "teams", "Teams"
    REVIEW = "review", _("asked again by the staff")


class Conversation(models.Model):
    """Turns that belong together. Whoever holds the token goes on with it; ids alone open nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    channel = models.CharField(_("channel"), max_length=10, choices=Channel, default=Channel.WEB)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
    )
    language = models.CharField(_("language"), max_length=16, default="de")
    # A first question sent twice, because the connection broke before the token arrived, opens one conversation.
    opening_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - many have none
    # One of its questions has searched a collection that stays in the house: what was said since is sent nowhere else.
    stays_in_house = models.BooleanField(_("stays in the house"), default=False, editable=False)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last turn"), auto_now=True)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return f"{self.get_channel_display()} {date_format(localtime(self.created_at), 'SHORT_DATETIME_FORMAT')}"


def close_conversations(instance: User, **_signal: object) -> None:
    """Before an account is deleted: tokens that nobody knows, so that its conversations open for nobody any more."""
    owned = list(Conversation.objects.filter(user=instance).only("pk"))
    for one in owned:
        one.token = new_token()
    Conversation.objects.bulk_update(owned, ["token"], batch_size=500)


WITHDRAWN = "withdrawn"
"""The reason of a citation whose document has left."""


class TurnState(models.TextChoices):
    RECEIVED = "received", _("received")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    DONE_WITHOUT_LLM = "done_without_llm", _("sources only, no model answered")
    REFUSED = "refused", _("not in the documents")
    INTERRUPTED = "interrupted", _("interrupted")
    FAILED = "failed", _("failed")
    REFUSED_LIMIT = "refused_limit", _("refused, limit reached")


class Turn(models.Model):
    """A question and its answer, with prompt, profile, model, passages, timings and tokens as they were."""

    END_STATES = (
        TurnState.DONE,
        TurnState.DONE_WITHOUT_LLM,
        TurnState.REFUSED,
        TurnState.INTERRUPTED,
        TurnState.FAILED,
        TurnState.REFUSED_LIMIT,
    )

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="turns", verbose_name=_("conversation")
    )
    number = models.PositiveIntegerField(_("number"))
    client_message_id = models.CharField(_("id of the client's message"), max_length=100, blank=True)
    question = models.TextField(_("question"))
    query = models.TextField(_("searched for"), blank=True)
    answer = models.TextField(_("answer"), blank=True)
    answer_html = models.TextField(_("answer as shown"), blank=True)
    state = models.CharField(_("state"), max_length=20, choices=TurnState, default=TurnState.RECEIVED, db_index=True)
    error = models.CharField(_("error"), max_length=40, blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    embedding_model = models.CharField(_("embedding model"), max_length=200, blank=True)
    prompt_versions = models.JSONField(_("prompt versions"), default=dict, blank=True)
    algorithm = models.CharField(_("algorithm"), max_length=50, blank=True)
    profile = models.JSONField(_("profile as it was"), default=dict, blank=True)
    passages = models.JSONField(_("passages"), default=list, blank=True)
    steps = models.JSONField(_("search steps"), default=list, blank=True)
    warnings = models.JSONField(_("warnings"), default=list, blank=True)
    gap = models.ForeignKey(
        "chat.Gap", on_delete=models.SET_NULL, null=True, blank=True, related_name="turns", verbose_name=_("gap")
    )
    nearest = models.JSONField(_("nearest documents of a refusal"), default=list, blank=True)
    sentences = models.JSONField(_("sentences with their level of proof"), default=list, blank=True)
    seconds = models.JSONField(_("seconds"), default=dict, blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    process = models.CharField(max_length=120, blank=True, default="", db_default="", editable=False)
    """That answers it, as `apps/chat/turn_state/answering_process_liveness.py` names it."""
    typed_at_random = models.BooleanField(default=False, db_default=False, editable=False)
    """A refused question without sense, which belongs to no gap (apps/chat/group_refusals_into_gaps.py)."""
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    finished_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        ordering = ["conversation", "number"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="turn_number_once"),
            models.UniqueConstraint(
                fields=["conversation", "client_message_id"],
                condition=~models.Q(client_message_id=""),
                name="one_turn_per_client_message",
            ),
        ]
        # Figures by day read the last weeks of a table that grows for years.
        indexes = [
            models.Index(fields=["created_at"], name="turn_by_day"),
            # Few of them have one, and each withdrawal looks for those that name its documents.
            models.Index(
                fields=["created_at"],
                name="turn_with_conflict",
                condition=models.Q(warnings__contains=[{"kind": CONFLICT_KIND}]),
            ),
        ]

    def __str__(self) -> str:
        return Truncator(self.question).chars(80)

    @property
    def refused(self) -> bool:
        return self.state == TurnState.REFUSED

    def stays_in_house(self) -> bool:
        """Whether its text may be sent to no server outside. One query or two."""
        return self.conversation.stays_in_house or have_read_in_house([self])


def have_read_in_house(turns: Iterable[Turn]) -> bool:
    """Whether a document that one of them was answered from stays in the house by now. One query, and that of turns."""
    read = {place.get("document") for turn in turns for place in turn.passages} - {None}
    return Document.objects.filter(pk__in_array=list(read), collection__stays_in_house=True).exists()


class Citation(models.Model):
    """A place that proves a sentence of an answer. Only a verified quote becomes a link.

    A number stands for a page, which may prove several sentences with a place for each.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="citations", verbose_name=_("turn"))
    number = models.PositiveSmallIntegerField(_("number"))
    # The document may be withdrawn; the citation stays and says so.
    document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("document")
    )
    external_id = models.CharField(_("id at the source"), max_length=500)
    title = models.CharField(_("title"), max_length=1_000, blank=True)
    page = models.PositiveIntegerField(_("page"), null=True, blank=True)
    quote = models.TextField(_("quote"), blank=True)
    section = models.TextField(_("headings above it"), blank=True, default="", db_default="")
    preceding = models.TextField(_("sentence before it"), blank=True, default="", db_default="")
    following = models.TextField(_("sentence behind it"), blank=True, default="", db_default="")
    sheet = models.CharField(_("sheet"), max_length=200, blank=True)
    cells = models.CharField(_("cells"), max_length=40, blank=True)
    verified = models.BooleanField(_("found on the page"), default=False)
    reason = models.CharField(_("why it is not proved"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")
        ordering = ["turn", "number", "pk"]

    def __str__(self) -> str:
        return f"[{self.number}] {self.title}, {self.page}"

    @property
    def is_withdrawn(self) -> bool:
        return self.reason == WITHDRAWN

    @property
    def is_shown(self) -> bool:
        """Whether readers see it among the sources: what was proved, and what was until its document left."""
        return self.verified or self.is_withdrawn

    @property
    def url(self) -> str:
        """The page with the quote marked; empty when the quote is not proved or the document is gone."""
        if not self.verified or self.document_id is None:
            return ""
        return document_url(self.document_id, self.page, self.quote)


class Feedback(models.Model):
    """What somebody thinks of an answer; sending it again replaces it."""

    class Rating(models.TextChoices):
        UP = "up", _("helpful")
        DOWN = "down", _("not helpful")

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="feedback", verbose_name=_("turn"))
    # On the page there is one asker; in a channel several people see an answer, told apart by the platform's id.
    person = models.CharField(_("person"), max_length=100, blank=True)
    rating = models.CharField(_("rating"), max_length=4, choices=Rating)
    reasons = models.JSONField(_("reasons"), default=list, blank=True)
    comment = models.TextField(_("comment"), blank=True)
    created_at = models.DateTimeField(_("given"), auto_now=True)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = pgettext_lazy("several", "feedback")
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["turn", "person"], name="one_feedback_per_person")]
        indexes = [models.Index(fields=["-created_at", "-id"], name="feedback_newest_first")]

    def __str__(self) -> str:
        return f"{self.get_rating_display()}: {self.turn}"
