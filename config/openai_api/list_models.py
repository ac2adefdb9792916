"""GET /v1/models: the profiles and the collections by which one can ask, listed as if each were a model."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from apps.documents.models import Collection
from apps.retrieval.models import Profile
from config.api.protocol.api_view import calling_user
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import require_scope
from config.api.tokens.scopes import Scope
from config.openai_api.base_view import OpenAIView, RefusedField

ACTIVE_MODEL_NAME = "auskunft"
"""The name of whatever profile answers at the moment."""
COLLECTION_PREFIX = "collection:"
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What the name of a model stands for; None is all collections, or the profile that answers."""

    collection: str | None = None
    profile: Profile | None = None


def resolve_model_name(request: Request, name: str) -> ModelChoice:
    """Raises RefusedField for a name that is not in the caller's list. At most one query."""
    if name == ACTIVE_MODEL_NAME:
        return ModelChoice()
    slug = name.removeprefix(COLLECTION_PREFIX)
    if slug != name and Collection.objects.readable_by(calling_user(request)).filter(slug=slug).exists():
        return ModelChoice(collection=slug)
    profile = Profile.objects.filter(slug=name).first()
    if profile is None:
        message = _("There is no model '%(name)s'; see /v1/models.") % {"name": name[:LONGEST_NAME]}
        raise RefusedField("model", message, "model_not_found", 404)
    return ModelChoice(profile=profile)


def model_names(request: Request) -> list[str]:
    collections = Collection.objects.readable_by(calling_user(request)).order_by("slug").values_list("slug", flat=True)
    profiles = Profile.objects.exclude(slug=ACTIVE_MODEL_NAME).order_by("slug").values_list("slug", flat=True)
    return [ACTIVE_MODEL_NAME, *profiles, *(f"{COLLECTION_PREFIX}{slug}" for slug in collections)]


def model_as_json(name: str) -> JsonObject:
    return {"id": name, "object": "model", "created": 0, "owned_by": settings.SITE_NAME}


class ModelListView(OpenAIView):
    def get(self, request: Request) -> Response:
        """Raises ScopeTooSmall."""
        require_scope(request, Scope.ASK)
        return Response({"object": "list", "data": [model_as_json(name) for name in model_names(request)]})


class ModelDetailView(OpenAIView):
    def get(self, request: Request, name: str) -> Response:
        """Raises ScopeTooSmall, RefusedField."""
        require_scope(request, Scope.ASK)
        resolve_model_name(request, name)
        return Response(model_as_json(name))
