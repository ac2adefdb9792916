"""Models: people and groups of the organisation's directory, and which of its groups stand for groups here."""

import uuid

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 254
LONGEST_GROUP_NAME = 150
"""Of a group here."""


class GroupAssignment(models.Model):
    """Members of a group of the directory are members of a group here. One may lead to several, several to one."""

    foreign_name = models.CharField(
        _("group of the directory"),
        max_length=LONGEST_NAME,
        help_text=_("Exactly as the directory sends it: a name, or an identifier such as Entra ID's object id."),
    )
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", verbose_name=_("group here"))

    class Meta:
        verbose_name = _("assignment of a group")
        verbose_name_plural = _("assignments of groups")
        ordering = ["foreign_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["foreign_name", "group"], name="one_assignment_of_a_group")]

    def __str__(self) -> str:
        return f"{self.foreign_name} → {self.group}"


class DirectoryResource(models.Model):
    """What people and groups have in common. `version` grows with each change: it is the ETag."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    external_id = models.CharField(_("identifier in the directory"), max_length=LONGEST_NAME, blank=True, db_index=True)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True

    def note_change(self) -> None:
        self.version += 1
        self.changed_at = timezone.now()


class ProvisionedPersonQuerySet(models.QuerySet["ProvisionedPerson"]):
    def living(self) -> "ProvisionedPersonQuerySet":
        """Returns the people whom the directory has not deleted."""
        return self.filter(deleted_at=None)


class ProvisionedPerson(DirectoryResource):
    """Somebody whom the directory has announced. Somebody deleted there stays known, so that no sign-in makes a new
    one.

    `said` holds what the directory sent that has no column: name, display name, mail addresses.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("account")
    )
    user_name = models.CharField(_("user name"), max_length=LONGEST_NAME)
    said = models.JSONField(default=dict, editable=False)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)

    objects = ProvisionedPersonQuerySet.as_manager()

    class Meta:
        verbose_name = _("person of the directory")
        verbose_name_plural = _("people of the directory")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(Upper("user_name"), condition=Q(deleted_at=None), name="one_person_of_a_user_name")
        ]

    def __str__(self) -> str:
        return self.user_name


class ProvisionedGroup(DirectoryResource):
    """A group of the directory with its members. `group` is the one here with its name."""

    name = models.CharField(_("name"), max_length=LONGEST_GROUP_NAME)
    members = models.ManyToManyField(
        ProvisionedPerson, related_name="directory_groups", blank=True, verbose_name=_("members")
    )
    group = models.ForeignKey(
        Group, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("group here")
    )

    class Meta:
        verbose_name = _("group of the directory")
        verbose_name_plural = _("groups of the directory")
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(Upper("name"), name="one_directory_group_of_a_name")]

    def __str__(self) -> str:
        return self.name


class SignInSubject(models.Model):
    """What the provider called somebody at the last sign-in: the directory's records are matched to the account by
    it."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(max_length=LONGEST_NAME, db_index=True)
    # From then on a sign-in that names none says that there are none.
    groups_were_named = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("subject of a sign-in")
        verbose_name_plural = _("subjects of sign-ins")

    def __str__(self) -> str:
        return self.subject


# What the directory calls people, for apps.documents.models.resolve_account_names: their user names there in any case,
# as it holds them once; identifiers to the letter.
NAMES_IN_DIRECTORY = """
    SELECT account_id, user_name, true FROM config_provisionedperson WHERE deleted_at IS NULL
    UNION ALL
    SELECT account_id, external_id, false FROM config_provisionedperson WHERE deleted_at IS NULL AND external_id <> ''
    UNION ALL
    SELECT account_id, subject, false FROM config_signinsubject
"""
