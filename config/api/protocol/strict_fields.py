"""Strict serializer fields and request bodies: no type coercion (a number for a text), no unknown fields."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

LONGEST_SLUG = 50


class TextField(serializers.CharField):
    """A text and nothing that could be turned into one."""

    default_error_messages = {"no_text": _("Must be a text.")}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("no_text")
        return super().to_internal_value(data)


class WholeNumberField(serializers.IntegerField):
    """A whole number: no text with digits, no truth value."""

    default_error_messages = {"no_number": _("Must be a whole number.")}

    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("no_number")
        return super().to_internal_value(data)


class StrictSerializer(serializers.Serializer):
    """Refuses fields it does not know: a mistyped name must not be ignored in silence."""

    def to_internal_value(self, data: object) -> object:
        if isinstance(data, Mapping):
            unknown = sorted(str(name)[:50] for name in data if name not in self.fields)
            if unknown:
                known = ", ".join(sorted(self.fields)) or "–"
                raise serializers.ValidationError(
                    {unknown[0]: _("Unknown field. Known: %(known)s.") % {"known": known}}
                )
        return super().to_internal_value(data)


class BoundedListField(serializers.ListField):
    """Looks at its length before it looks at its items: those of a long one take a second of the processor."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(self.error_messages["max_length"].format(max_length=self.max_length))
        return super().to_internal_value(data)


def slug_list_field(**values: object) -> serializers.ListField:
    """Short names of collections."""
    return BoundedListField(child=TextField(max_length=LONGEST_SLUG), min_length=1, max_length=50, **values)
