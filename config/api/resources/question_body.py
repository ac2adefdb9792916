"""The body of a question, for asking and for searching, and what of it is checked against what the caller may read."""

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from apps.chat.admission.asked_question import LONGEST_QUESTION
from apps.retrieval.algorithms import UnknownAlgorithm, get_algorithm
from apps.retrieval.preparation.readable_collections import UnknownCollection, readable_collection_ids
from apps.retrieval.query.filters import NO_FILTERS, BadFilter, Filters
from config.api.protocol.api_view import calling_user
from config.api.protocol.errors import ApiError
from config.api.protocol.strict_fields import LONGEST_SLUG, StrictSerializer, TextField, slug_list_field
from config.api.tokens.find_token_by_secret import Token


class FiltersField(serializers.DictField):
    """What the command takes as options: type, number, from, until, author, party, tag."""

    def to_internal_value(self, data: object) -> Filters:
        try:
            return Filters.from_json(data)
        except BadFilter as error:
            raise serializers.ValidationError(str(error)) from None


class LanguageField(serializers.ChoiceField):
    """The language of the answer and of the sentences around it."""

    def __init__(self, **values: object) -> None:
        super().__init__(choices=[code for code, _name in settings.LANGUAGES], **values)


class QuestionBody(StrictSerializer):
    question = TextField(max_length=LONGEST_QUESTION, help_text="As a person would ask it.")
    collections = slug_list_field(
        required=False, allow_null=True, help_text="Short names; without them all that the caller may read."
    )
    collection = TextField(
        required=False, allow_null=True, max_length=LONGEST_SLUG, help_text="One short name instead of a list."
    )
    algorithm = TextField(
        required=False, allow_null=True, max_length=50, help_text="Only with a token; without it the active profile's."
    )
    filters = FiltersField(
        required=False,
        allow_null=True,
        help_text="type, number, author, party, tag (texts or lists), from, until (days).",
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Leaves the collections in `collections`, None for all. Null is what was not sent, as on the websocket."""
        one, several = attrs.pop("collection", None), attrs.get("collections")
        if one and several:
            raise serializers.ValidationError(_("Name either a collection or a list of collections."))
        filters = attrs.get("filters") or NO_FILTERS
        return {"algorithm": None} | attrs | {"collections": [one] if one else several, "filters": filters}


def check_readable(request: Request, question: dict[str, Any]) -> AbstractBaseUser | None:
    """The caller, for whom all that is named exists. Raises ApiError.

    A stream would have begun already when the search would find it out, so it is looked at before.
    """
    user = calling_user(request)
    if question["algorithm"] is not None and not isinstance(request.auth, Token):
        raise ApiError("forbidden", str(_("Only a token may choose the algorithm.")), 403)
    try:
        readable_collection_ids(question["collections"], user)
        if question["algorithm"] is not None:
            get_algorithm(question["algorithm"])
    except UnknownCollection as error:
        said = gettext("There is no collection '%(name)s' that you may read. Known: %(known)s.")
        raise ApiError("unknown_collection", said % {"name": error.name, "known": error.known or "–"}) from None
    except UnknownAlgorithm as error:
        said = gettext("There is no way to search named '%(name)s'. Known: %(known)s.")
        raise ApiError("unknown_algorithm", said % {"name": error.name, "known": error.known}) from None
    return user
