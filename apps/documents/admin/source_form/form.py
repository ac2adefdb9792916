"""The form of one kind of source: its options are fields, its schedule is words."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LinesField
from apps.documents.admin.source_form.cron_schedule_in_words import (
    CRON,
    DEFAULT_TIME,
    RHYTHMS,
    ImportSchedule,
    format_cron,
    parse_schedule,
)
from apps.documents.admin.source_form.source_kind_help import SOURCE_KIND_HELP, SourceKindHelp
from apps.documents.models import Source, SourceKind
from apps.documents.sources.allowed_locations import absolute_folder
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sources.validate_source import check_source

PREFIX = "option_"
CHECKED_FIELDS = ("kind", "location", "options", "hosts", "schedule")


class SourceForm(forms.ModelForm[Source]):
    """Which fields there are depends on the kind: that of the row, of what was sent, or of the address."""

    hosts = LinesField(
        label=_("hosts that may be fetched from"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 90}),
        help_text=_("One in each line, such as www.example.org, beside the host of the address itself."),
    )
    every = forms.ChoiceField(label=_("looks for changes"), choices=list(RHYTHMS.items()), required=False)
    at = forms.TimeField(
        label=_("at"),
        required=False,
        initial=DEFAULT_TIME,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Every hour: the minute counts."),
    )
    weekday = forms.ChoiceField(
        label=_("on"),
        choices=list(WEEKDAYS.items()),
        required=False,
        help_text=_("Every week: the day counts."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = self.data.get("kind") or self.instance.kind or self.initial.get("kind") or ""
        known = SOURCE_KIND_HELP.get(self.kind)
        if known and "location" in self.fields:
            self.describe(known)
        rhythm = parse_schedule(self.instance.schedule if self.instance.pk else "")
        if not self.instance.pk:
            rhythm = ImportSchedule("daily")
        self.initial.setdefault("every", rhythm.every)
        self.initial.setdefault("at", rhythm.at)
        self.initial.setdefault("weekday", rhythm.weekday)
        for name, value in {**default_options(self.kind), **(self.instance.options or {})}.items():
            self.initial.setdefault(PREFIX + name, value)

    @property
    def lists_other_documents(self) -> bool:
        """Whether what was changed decides what the source lists."""
        return any(name in ("location", "hosts") or name.startswith(PREFIX) for name in self.changed_data)

    @property
    def description(self) -> str:
        """What this kind is called and for, in a line."""
        label = dict(SourceKind.choices).get(self.kind, "")
        return f"{capfirst(label)}: {SOURCE_KIND_HELP[self.kind].purpose}" if self.kind in SOURCE_KIND_HELP else ""

    def describe(self, kind: SourceKindHelp) -> None:
        location = self.fields["location"]
        location.label, location.help_text = str(kind.address), _("For example %(example)s") % {"example": kind.example}
        if kind.hosts and not self.instance.pk:
            self.initial.setdefault("hosts", kind.hosts.split())
        if "kind" in self.fields:
            self.fields["kind"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, object]:
        values = super().clean() or self.cleaned_data
        values["options"] = self.given_options(values)
        if (every := values.get("every")) and every != CRON:
            values["schedule"] = format_cron(
                ImportSchedule(every, values.get("at") or DEFAULT_TIME, int(values.get("weekday") or 0))
            )
        if self.kind in CONNECTORS and "location" in values:
            values["location"] = absolute_folder(values["location"], CONNECTORS[self.kind])
        source = Source(**{"kind": self.kind, **{name: values[name] for name in CHECKED_FIELDS if name in values}})
        self.instance.options = source.options
        check_source(source)
        return values

    def given_options(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Only what differs from the kind's own: what those become later then counts here, too."""
        defaults = default_options(self.kind)
        given = {name: values.get(PREFIX + name) for name in defaults}
        return {name: value for name, value in given.items() if value != defaults[name] and value not in (None, "", [])}


def default_options(kind: str) -> dict[str, Any]:
    return dict(CONNECTORS[kind].options) if kind in CONNECTORS else {}


def option_fields(kind: str) -> dict[str, forms.Field]:
    """The fields of a kind's options by their names in the form; the type of the default is the type of the field."""
    described = SOURCE_KIND_HELP[kind].options if kind in SOURCE_KIND_HELP else {}
    return {PREFIX + name: option_field(default, *described[name]) for name, default in default_options(kind).items()}


def option_field(default: object, label: Any, text: Any) -> forms.Field:
    values = {"label": label, "help_text": text, "required": False}
    if isinstance(default, bool):
        return forms.BooleanField(**values)
    if isinstance(default, int):
        return forms.IntegerField(min_value=0, **values)
    if isinstance(default, list):
        return LinesField(widget=forms.Textarea(attrs={"rows": 3, "cols": 90}), **values)
    return forms.CharField(max_length=500, **values)


def source_form_class(kind: str) -> type[SourceForm]:
    return type("SourceForm", (SourceForm,), option_fields(kind))
