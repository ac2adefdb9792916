"""Wordings of prompts in the admin: a page that shows the one in force, and adds a version when it is changed."""

from typing import Any, Generic, TypeVar, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.llm.admin.changes_held_for_release import ChangesHeldForRelease
from apps.llm.errors import PromptError
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompt_definitions.validate_prompt import validate_prompt

Row = TypeVar("Row", bound=Model)
WORDING_FIELDS = ["system", "user", "note", "began_with"]
"""Fields for those who may change it."""
FIELDS_IN_FORCE = ["system_in_force", "user_in_force"]
"""Fields for those who may only read it."""
TALL = {"rows": 24, "cols": 110}
LOW = {"rows": 10, "cols": 110}


def normalise_line_ends(text: object) -> str:
    """Browsers send line ends as CRLF; a version must not differ from its predecessor by that alone."""
    return str(text or "").replace("\r\n", "\n")


class WordingForm(forms.ModelForm[Any]):
    """Edits a wording by adding a version: what answers point to never changes under them."""

    system = forms.CharField(label=_("System message"), required=False, widget=forms.Textarea(attrs=TALL), strip=False)
    user = forms.CharField(label=_("User message"), widget=forms.Textarea(attrs=LOW), strip=False)
    note = forms.CharField(
        label=_("What changed"), max_length=300, required=False, widget=forms.TextInput(attrs={"size": 90})
    )

    began_with = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The number of the version that the text was written from; None where a program leaves it out."""

    version: PromptVersion | None = None

    def begin_with(self, version: PromptVersion | None) -> None:
        """Shows this wording to be changed."""
        self.version = version
        if version:
            self.initial.update(system=version.system, user=version.user, began_with=version.number)

    def checked_wording(self, slug: str, values: dict[str, Any]) -> dict[str, Any]:
        """The values with the wording as it is stored. Raises ValidationError where it does not fit the prompt."""
        wording = {name: normalise_line_ends(values.get(name)) for name in ("system", "user")}
        try:
            validate_prompt(slug, wording["system"], wording["user"])
        except PromptError as error:
            raise forms.ValidationError(str(error)) from None
        self.refuse_to_undo_another(wording, values.get("began_with"))
        return values | wording

    def refuse_to_undo_another(self, wording: dict[str, str], began_with: int | None) -> None:
        """Raises ValidationError, once, where another version went live since the one this text was written from."""
        now = self.version
        if now is None or began_with in (None, now.number) or wording == {"system": now.system, "user": now.user}:
            return
        self.data = {**self.data, self.add_prefix("began_with"): now.number}
        text = _(
            "Meanwhile version %(number)s is in force (%(person)s), and your text does not have what it changed. Take "
            "that over from the list of versions, or save again to replace it."
        )
        person = now.created_by or _("shipped with the product")
        raise forms.ValidationError(text % {"number": now.number, "person": person})


class WordingAdmin(ChangesHeldForRelease, admin.ModelAdmin[Row], Generic[Row]):
    """Shows rows that have a version of a prompt in force."""

    def version_in_force(self, row: Row) -> PromptVersion | None:
        raise NotImplementedError

    @admin.display(description=_("System message"))
    def system_in_force(self, row: Row) -> SafeString:
        version = self.version_in_force(row)
        return format_html('<div class="page-text">{}</div>', version.system if version else "")

    @admin.display(description=_("User message"))
    def user_in_force(self, row: Row) -> SafeString:
        version = self.version_in_force(row)
        return format_html('<div class="page-text">{}</div>', version.user if version else "")

    def added_version(self, request: HttpRequest, row: Row, prompt: Prompt, form: Any) -> PromptVersion | None:
        """The new version with the form's wording; None where the one in force says the same."""
        system, user = form.cleaned_data["system"], form.cleaned_data["user"]
        before = self.version_in_force(row)
        if before and (before.system, before.user) == (system, user):
            return None
        return PromptVersion.objects.create(
            prompt=prompt,
            system=system,
            user=user,
            note=form.cleaned_data["note"],
            created_by=cast(User, request.user),
        )
