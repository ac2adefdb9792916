"""The base view of every API resource: authentication, permissions, rate limits and errors work the same everywhere."""

from contextlib import ExitStack
from typing import Any, ClassVar, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.database.async_access import release_pooled_connections
from config.api.protocol.limit_concurrent_calls import CONCURRENCY_LIMITER, concurrency_limits, hold_places_until_sent
from config.api.tokens.find_token_by_secret import Token
from config.api.tokens.scopes import Scope

Body = TypeVar("Body", bound="serializers.Serializer")


class ApiView(APIView):
    """`scopes` names what each method needs: {"GET": Scope.DOCUMENTS_READ}. A method that is not named is closed.

    Authentication, permission, limits, parser and errors come from the settings (config/api/settings.py).
    """

    scopes: ClassVar[dict[str, Scope]] = {}
    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "patch", "delete"]
    places: ExitStack
    """Of the call that is worked on."""

    def dispatch(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponseBase:
        with ExitStack() as self.places:
            response = super().dispatch(request, *args, **values)
            if response.streaming:
                hold_places_until_sent(response, self.places.pop_all())
                # Django would keep it until the last part is read.
                release_pooled_connections()
            return response

    def initial(self, request: Request, *args: Any, **values: Any) -> None:
        """Raises TooManyCalls, beside what the settings name."""
        super().initial(request, *args, **values)
        self.places.enter_context(CONCURRENCY_LIMITER.place_for(concurrency_limits(request)))


def validated_body(request: Request, serializer: type[Body]) -> dict[str, Any]:
    """The body, field by field. Raises ValidationError and what the parser raises."""
    return validate_fields(request.data, serializer)


def validate_fields(data: object, serializer: type[Body]) -> dict[str, Any]:
    """Validates fields that came in another way than as a body. Raises ValidationError."""
    form = serializer(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def calling_user(request: Request) -> AbstractBaseUser | None:
    """The owner of the token; None is the public."""
    return request.auth.user if isinstance(request.auth, Token) else None
