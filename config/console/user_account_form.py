"""The form of a user account: name, mail, role and password; everything a person needs to work in the console."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.models import Group, User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROLES: dict[str, Promise] = {
    "editor": _("Editor: documents, sources, prompts, gaps"),
    "evaluator": _("Evaluator: conversations, suites, runs, reviews"),
    "administrator": _("Administrator: models, rules, people and all of the others' work"),
}
"""What the groups of every installation are for."""


def role_name(group: Group) -> str:
    """What its members are called, in a word; groups that somebody made keep their names."""
    return str(ROLES.get(group.name, group.name)).partition(":")[0]


class RolesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic in its stubs alone
    """Groups by what they are for; those somebody made keep their names."""

    def label_from_instance(self, obj: Group) -> str:
        return str(ROLES.get(obj.name, obj.name))


class PersonForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic in its stubs alone
    """Makes staff: whoever is made here is to open the console."""

    groups = RolesField(Group.objects.order_by("pk"), label=_("Role"), widget=forms.CheckboxSelectMultiple)

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "first_name", "last_name", "email", "groups")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django has no German for these.
        usable = self.fields.get("usable_password")
        if isinstance(usable, forms.ChoiceField):
            usable.label = _("Signs in with a password")
            usable.choices = [("true", _("Yes")), ("false", _("No"))]

    def save(self, commit: bool = True) -> User:
        self.instance.is_staff = True
        person: User = super().save(commit)
        return person
