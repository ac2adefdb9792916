"""Discovery documents that a program reads first: RFC 9728 for each resource, RFC 8414 for the server."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from oauth2_provider.views import OAuthProtectedResourceMetadataView

from config.api.tokens.protected_resources import PROTECTED_RESOURCES
from config.api.tokens.scopes import PERSONAL_SCOPES


class ProtectedResource(OAuthProtectedResourceMetadataView):
    def get(self, request: HttpRequest, resource_path: str = "") -> HttpResponse:
        """Raises Http404 for a path that is no protected resource."""
        path = f"/{resource_path.strip('/')}" if resource_path else ""
        if path and path not in PROTECTED_RESOURCES:
            raise Http404
        self.scopes = PROTECTED_RESOURCES.get(path, PERSONAL_SCOPES)
        answer: HttpResponse = super().get(request)
        return answer

    def get_scopes_supported(self) -> list[str]:
        return [scope.value for scope in self.scopes]

    def get_resource_name(self) -> str:
        return settings.SITE_NAME
