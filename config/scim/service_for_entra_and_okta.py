"""The SCIM library's service adapted to Entra ID and Okta, and the only entry point for a request."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from scim2_models import (
    Context,
    InvalidFilterException,
    InvalidValueException,
    Resource,
    ResourceType,
    ResponseParameters,
    SCIMException,
    SearchRequest,
)
from scim2_server.handler import ScimHandler
from scim2_server.requests import ScimRequest
from scim2_server.responses import ScimResponse
from scim2_server.service import ScimService, scim_exception_of

from config.scim.resource_schemas import PROVIDER, User
from config.scim.storage import DirectoryStorage

MOST_OPERATIONS = 1_000
"""Of one PATCH: each reads the whole resource."""


LONGEST_FILTER = 4_000
"""Characters: a hundred terms. What directories send names one or two; a hundred thousand characters take seconds."""


class DirectoryService(ScimService):
    def read_search(self, resource_types: list[ResourceType], payload: Any) -> tuple[SearchRequest[Any], Any]:
        """Raises InvalidFilterException for a filter that would take long to read, before it is read."""
        for name, value in payload.items() if isinstance(payload, dict) else ():
            if name.casefold() == "filter" and len(str(value)) > LONGEST_FILTER:
                raise InvalidFilterException(detail=f"A filter has at most {LONGEST_FILTER} characters.")
        read: tuple[SearchRequest[Any], Any] = super().read_search(resource_types, payload)
        return read

    def read_patch(self, resource_type: ResourceType, body: bytes, content_type: str | None) -> Any:
        """Entra ID names the members to be removed with an empty `$ref`, which no stored member has."""
        payload = self.decode_body(body, content_type)
        operations = payload.get("Operations") if isinstance(payload, dict) else None
        if isinstance(operations, list) and len(operations) > MOST_OPERATIONS:
            raise InvalidValueException(detail=f"At most {MOST_OPERATIONS} operations in one request.")
        return super().read_patch(resource_type, json.dumps(drop_empty_removal_fields(payload)).encode(), content_type)

    def error_response(self, exception: Exception) -> ScimResponse:
        """A wrong value in a PATCH is said as in other requests: the library prints the report of its checks."""
        cause = exception.__cause__ if isinstance(exception, InvalidValueException) else None
        return super().error_response(scim_exception_of(cause) if isinstance(cause, ValidationError) else exception)

    def patch_response(
        self, base_url: str, resource: Resource[Any], response_parameters: ResponseParameters[Any]
    ) -> ScimResponse:
        """A changed person is sent back, which Okta reads; of a group only what is asked for, it may be large."""
        if isinstance(resource, User):
            published = self.publish(base_url, resource)
            return self.resource_response(published, Context.RESOURCE_REPLACEMENT_RESPONSE, response_parameters)
        return super().patch_response(base_url, resource, response_parameters)


def drop_empty_removal_fields(payload: object) -> object:
    """Drops empty entries of what is to be removed by its value. Other nulls say something: unassign."""
    operations = payload.get("Operations") if isinstance(payload, dict) else None
    for operation in operations if isinstance(operations, list) else ():
        if not isinstance(operation, dict) or str(operation.get("op")).lower() != "remove":
            continue
        values = operation.get("value")
        if isinstance(values, list):
            operation["value"] = [
                {name: part for name, part in one.items() if part is not None} if isinstance(one, dict) else one
                for one in values
            ]
    return payload


HANDLER = ScimHandler(DirectoryService(PROVIDER), DirectoryStorage())


def serve_scim_request(
    *, method: str, base_url: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], body: bytes
) -> ScimResponse:
    """Serves one request, in a transaction of its own. Raises what the database raises."""
    request = ScimRequest(method, base_url, f"/{path}", query, headers, body)
    try:
        return HANDLER.handle(request)
    except SCIMException as refusal:
        return HANDLER.service.error_response(refusal)
