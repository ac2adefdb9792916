"""Fixed answers in the admin; the shipped ones are added to the table when the list is first opened."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.functional import lazy
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.admin_base import column, named_by
from apps.chat.fixed_answers.shipped_answers import shipped_answers
from apps.chat.fixed_answers.triggers import BadTrigger, parse_triggers
from apps.chat.models.fixed_answers import FixedAnswer
from apps.documents.models.languages import language_display_name, languages

OCCASION_LABELS = {
    "suicide": gettext_lazy("thoughts of suicide"),
    "poison": gettext_lazy("poisoning"),
    "violence": gettext_lazy("violence"),
    "emergency": gettext_lazy("emergency"),
    "help_lines": gettext_lazy("may be in need"),
    "greeting": gettext_lazy("greeting"),
    "thanks": gettext_lazy("thanks"),
    "who": gettext_lazy("who answers here"),
}
"""What the shipped cards are for, by their names."""
WORDING_FIELDS = ("heading", "text", "telephones", "link")


def occasion_label(name: str) -> str:
    """Cards that somebody added keep their names."""
    return str(OCCASION_LABELS.get(name, name))


def name_help_text() -> str:
    """Names the cards that come with the service as the list does."""
    names = ", ".join(map(str, OCCASION_LABELS.values()))
    return _(
        "As it is to stand in the list, such as “Town hall closed”. A card that comes with the service is replaced by "
        "one of its name: %(names)s."
    ) % {"names": names}


class FixedAnswerForm(forms.ModelForm[FixedAnswer]):
    name = forms.CharField(label=gettext_lazy("name"), max_length=40, help_text=lazy(name_help_text, str)())
    language = forms.ChoiceField(
        label=gettext_lazy("language"),
        choices=languages,
        initial=settings.LANGUAGE_CODE,
        error_messages={"invalid_choice": gettext_lazy("“%(value)s” is no language of the list.")},
    )

    class Meta:
        model = FixedAnswer
        fields = ("name", "language", "is_on", "is_urgent", *WORDING_FIELDS, "triggers")
        help_texts = {"text": gettext_lazy("Plain text: signs such as ** are shown as they are.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["name"] = occasion_label(self.instance.name)

    def clean_name(self) -> str:
        """The key of the shipped card that has this name in the list; of any other name a key of its own."""
        written: str = self.cleaned_data["name"].strip()
        key = next(
            (key for key, words in OCCASION_LABELS.items() if str(words).lower() == written.lower()), slugify(written)
        )
        if not key:
            raise forms.ValidationError(_("A name has at least one letter from a to z, or a digit."))
        return key

    def clean_triggers(self) -> str:
        lines: str = self.cleaned_data["triggers"]
        try:
            parse_triggers(lines)
        except BadTrigger as bad:
            raise forms.ValidationError(_("This is no trigger: %(line)s") % {"line": bad}) from bad
        return lines

    def clean(self) -> dict[str, Any] | None:
        """Shipped triggers stand beside those of a row; a card of another name has its own alone."""
        given = super().clean()
        is_shipped = self.cleaned_data.get("name") in {one.name for one in shipped_answers()}
        if not is_shipped and self.cleaned_data.get("is_on") and not self.cleaned_data.get("triggers", "-").strip():
            self.add_error("triggers", _("Without a trigger this answer is never given."))
        return given


@admin.register(FixedAnswer)
class FixedAnswerAdmin(admin.ModelAdmin[FixedAnswer]):
    form = FixedAnswerForm
    list_display = ("named", "named_language", "heading", "is_urgent", "is_on")
    list_filter = (("name", named_by(occasion_label)), ("language", named_by(language_display_name)), "is_on")
    search_fields = ("name", "heading", "text")
    fieldsets = [
        (None, {"fields": ("name", "language", "is_on", "is_urgent")}),
        (gettext_lazy("Card"), {"fields": WORDING_FIELDS}),
        (gettext_lazy("Recognised by"), {"fields": ("triggers",)}),
    ]

    named = column("name", occasion_label, gettext_lazy("name"))
    named_language = column("language", language_display_name, gettext_lazy("language"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if self.has_change_permission(request):
            insert_missing_shipped_answers()
        return super().changelist_view(request, extra_context)


def insert_missing_shipped_answers() -> None:
    """A row for each shipped card and language that has none yet. Two queries at most."""
    known = set(FixedAnswer.objects.values_list("name", "language"))
    rows = [
        FixedAnswer(
            name=one.name,
            language=language,
            is_urgent=one.is_urgent,
            heading=words.heading,
            text=words.text,
            telephones="\n".join(one.telephones),
            link=one.link,
        )
        for one in shipped_answers()
        for language, words in one.wordings.items()
        if (one.name, language) not in known
    ]
    if rows:
        FixedAnswer.objects.bulk_create(rows, ignore_conflicts=True)
