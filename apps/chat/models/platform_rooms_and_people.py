"""Models of chat platforms: who asks, in which room, and each interaction that is owed an answer."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _


class Platform(models.TextChoices):
    SLACK = "slack", "Slack"
    TEAMS = "teams", "Teams"


class PlatformUser(models.Model):
    """Somebody on a platform. Linked to a user here, they read what that user may read; otherwise the public's."""

    platform = models.CharField(_("platform"), max_length=10, choices=Platform)
    workspace = models.CharField(_("workspace"), max_length=100)
    external_id = models.CharField(_("id on the platform"), max_length=200)
    name = models.CharField(_("name"), max_length=200, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
        help_text=_("Whose rights this person has here. Empty: they read public collections only."),
    )
    wants_notes = models.BooleanField(
        _("wants notes"), default=True, help_text=_("Whether they are told when an answer they disliked is better now.")
    )
    language = models.CharField(
        _("language"),
        max_length=16,
        blank=True,
        choices=settings.LANGUAGES,
        help_text=_("Empty: what the platform says of them."),
    )
    # What the platform says of them, such as de-DE, and when it was asked last.
    told_language = models.CharField(_("language on the platform"), max_length=16, blank=True, editable=False)
    told_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Where a private message reaches them; on Teams with all that a reply needs.
    private_place = models.JSONField(default=dict, blank=True, editable=False)
    notice_shown_at = models.DateTimeField(_("told that answers are generated"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("platform user")
        verbose_name_plural = _("platform users")
        constraints = [
            models.UniqueConstraint(fields=["platform", "workspace", "external_id"], name="platform_user_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_platform_display()} {self.name or self.external_id}"


class RoomKind(models.TextChoices):
    DIRECT = "direct", _("direct messages")
    GROUP = "group", _("group")
    CHANNEL = "channel", _("channel")


class Room(models.Model):
    """A place where people ask, with its rules. Rows appear with the first question; administrators change them."""

    class Length(models.TextChoices):
        SHORT = "short", _("short")
        NORMAL = "normal", _("normal")
        DETAILED = "detailed", _("detailed")

    class Manner(models.TextChoices):
        STREAM = "stream", _("text grows while it is written")
        AT_ONCE = "at_once", _("status only, then one message")

    platform = models.CharField(_("platform"), max_length=10, choices=Platform)
    workspace = models.CharField(_("workspace"), max_length=100)
    external_id = models.CharField(_("id on the platform"), max_length=300)
    kind = models.CharField(_("kind"), max_length=10, choices=RoomKind, default=RoomKind.CHANNEL)
    name = models.CharField(_("name"), max_length=200, blank=True)
    collections = models.ManyToManyField(
        "documents.Collection",
        blank=True,
        related_name="+",
        verbose_name=_("collections"),
        help_text=_("Answers here use these only. None chosen: all that everyone in the room may read."),
    )
    profile = models.ForeignKey(
        "retrieval.Profile",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("profile"),
        help_text=_("Empty: the active one."),
    )
    language = models.CharField(
        _("language"), max_length=16, blank=True, choices=settings.LANGUAGES, help_text=_("Empty: the asker's.")
    )
    length = models.CharField(_("length of answers"), max_length=10, choices=Length, default=Length.NORMAL)
    manner = models.CharField(_("manner of answers"), max_length=10, choices=Manner, default=Manner.STREAM)
    four_eyes = models.BooleanField(
        _("four eyes"), default=False, help_text=_("A supervisor approves an answer before the asker sees it.")
    )
    supervisors = models.ManyToManyField(
        PlatformUser,
        blank=True,
        related_name="supervised_rooms",
        verbose_name=_("supervisors"),
        help_text=_("They see the asker's answers before the asker does, whatever collection these come from."),
    )
    # All that a message to this place needs, as the platform last told it.
    place = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        constraints = [models.UniqueConstraint(fields=["platform", "workspace", "external_id"], name="room_once")]

    def __str__(self) -> str:
        return f"{self.get_platform_display()} {self.name or self.external_id}"

    @property
    def is_direct(self) -> bool:
        return self.kind == RoomKind.DIRECT


class InteractionKind(models.TextChoices):
    ASK = "ask", _("question")
    SIMPLIFY = "simplify", _("wish for plain language")
    REPLY = "reply", _("something answered by one sentence")


class InteractionState(models.TextChoices):
    RECEIVED = "received", _("received")
    WORKING = "working", _("in work")
    APPROVAL = "approval", _("waits for approval")
    ANSWERED = "answered", _("answered")
    APOLOGISED = "apologised", _("apology sent")
    UNDELIVERABLE = "undeliverable", _("the platform takes no answer")


class Interaction(models.Model):
    """A question as somebody asked it on a platform, stored before the platform is told that it has arrived."""

    OPEN_STATES = (InteractionState.RECEIVED, InteractionState.WORKING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    platform = models.CharField(_("platform"), max_length=10, choices=Platform)
    kind = models.CharField(_("kind"), max_length=10, choices=InteractionKind, default=InteractionKind.ASK)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="interactions", verbose_name=_("room"))
    asker = models.ForeignKey(
        PlatformUser, on_delete=models.CASCADE, related_name="interactions", verbose_name=_("asker")
    )
    conversation = models.ForeignKey(
        "chat.Conversation", on_delete=models.CASCADE, related_name="interactions", verbose_name=_("conversation")
    )
    turn = models.ForeignKey(
        "chat.Turn",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="interactions",
        verbose_name=_("turn"),
    )
    text = models.TextField(_("text"))
    # A text in plain language until it is sent: no turn holds it, and a supervisor approves this one and no other.
    draft = models.TextField(_("draft"), blank=True)
    # Where the answer goes: ids and addresses of the platform.
    place = models.JSONField(default=dict, blank=True, editable=False)
    is_private = models.BooleanField(
        _("answered privately"), default=False, help_text=_("Not everyone in the room may read what answers it.")
    )
    state = models.CharField(
        _("state"), max_length=15, choices=InteractionState, default=InteractionState.RECEIVED, db_index=True
    )
    rejected = models.BooleanField(_("rejected"), default=False)
    decided_by = models.CharField(_("decided by"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    finished_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("question on a platform")
        verbose_name_plural = _("questions on platforms")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return Truncator(self.text).chars(80)


class InteractionKey(models.Model):
    """Names a platform gives to an interaction: event, message, the client's own id. Each can occur once only."""

    key = models.CharField(max_length=400, primary_key=True)
    interaction = models.ForeignKey(Interaction, on_delete=models.CASCADE, related_name="keys")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("key of a question")
        verbose_name_plural = _("keys of questions")

    def __str__(self) -> str:
        return self.key


class DeliveryPurpose(models.TextChoices):
    ANSWER = "answer", _("answer")
    HINT = "hint", _("hint that the answer came privately")
    REVIEW = "review", _("request for approval")
    NOTE = "note", _("note that an answer is better now")


class DeliveryState(models.TextChoices):
    OWED = "owed", _("to be sent")
    OPENING = "opening", _("being sent")
    OPEN = "open", _("there, not complete")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")


class Delivery(models.Model):
    """One message that is still to be sent, in the order of its states: a crash between two of them shows in the
    row."""

    interaction = models.ForeignKey(Interaction, on_delete=models.CASCADE, related_name="deliveries")
    purpose = models.CharField(_("purpose"), max_length=10, choices=DeliveryPurpose, default=DeliveryPurpose.ANSWER)
    state = models.CharField(_("state"), max_length=10, choices=DeliveryState, default=DeliveryState.OWED)
    place = models.JSONField(default=dict, blank=True, editable=False)
    message_id = models.CharField(_("id of the message"), max_length=300, blank=True, db_index=True)
    error = models.CharField(_("error"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    # Ids of supervisors whom the platform could not reach with a request for approval: they are asked once more.
    unreached = models.JSONField(default=list, db_default=[], blank=True, editable=False)

    class Meta:
        verbose_name = _("message to a platform")
        verbose_name_plural = _("messages to platforms")
        constraints = [models.UniqueConstraint(fields=["interaction", "purpose"], name="one_delivery_per_purpose")]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()}: {self.interaction}"


class ImprovementNote(models.Model):
    """A disliked answer that became a test case: when the case passes, those who complained get one note."""

    turn = models.ForeignKey(
        "chat.Turn", on_delete=models.CASCADE, related_name="improvement_notes", verbose_name=_("turn")
    )
    case = models.PositiveBigIntegerField(_("test case"), help_text=_("Its number in the evaluation."))
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    fixed_at = models.DateTimeField(_("answered well"), null=True, blank=True)

    class Meta:
        verbose_name = _("note of an improved answer")
        verbose_name_plural = _("notes of improved answers")
        constraints = [models.UniqueConstraint(fields=["turn", "case"], name="one_improvement_note")]

    def __str__(self) -> str:
        return f"{self.case}: {self.turn}"


class SwitchedOffWorkspace(models.Model):
    """A workspace that has removed the app. The row is deleted when something arrives from there again."""

    platform = models.CharField(_("platform"), max_length=10, choices=Platform)
    workspace = models.CharField(_("workspace"), max_length=100)
    reason = models.CharField(_("reason"), max_length=40)
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("switched-off workspace")
        verbose_name_plural = _("switched-off workspaces")
        constraints = [models.UniqueConstraint(fields=["platform", "workspace"], name="switched_off_once")]

    def __str__(self) -> str:
        return f"{self.get_platform_display()} {self.workspace}: {self.reason}"
