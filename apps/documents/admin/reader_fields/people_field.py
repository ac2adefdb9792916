"""A form field for people by name, one per line: a list of all accounts would be long, and not everybody may see it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from apps.admin_base import LinesField
from apps.documents.models import NamedReader
from apps.documents.models.resolve_account_names import UnknownPeople, resolve_account_ids


class PeopleField(LinesField):
    """Cleaned it is the ids of their accounts; whom nobody knows, or several are, is an error that names them."""

    widget = forms.Textarea(attrs={"rows": 4, "cols": 60})

    def clean(self, value: Any) -> Any:
        try:
            return resolve_account_ids(super().clean(value))
        except UnknownPeople as unknown:
            raise ValidationError(unknown.sentence) from None


def source_readers_sentence(named: Iterable[int] | None) -> str:
    """Whom the source of a document names, for the help of its field; empty where it names nobody."""
    names = NamedReader.objects.filter(pk__in=list(named or ())).order_by("name").values_list("name", flat=True)
    told = ", ".join(names)
    return " " + _("Its source lets these people read as well: %(names)s.") % {"names": told} if told else ""
