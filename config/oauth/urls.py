"""Addresses of OAuth. The toolkit looks its own up by these names; what it offers beyond them is not connected."""

from django.urls import path
from oauth2_provider.views import OAuthServerMetadataView

from config.oauth.metadata import ProtectedResource
from config.oauth.people.connected_programs import disconnect, programs_page
from config.oauth.people.consent_page import ConsentPage
from config.oauth.registration import ManagedRegistration, Registration
from config.oauth.token_endpoints import RevocationEndpoint, TokenEndpoint

app_name = "oauth2_provider"
urlpatterns = [
    path(".well-known/oauth-authorization-server", OAuthServerMetadataView.as_view(), name="oauth-server-metadata"),
    path(".well-known/oauth-protected-resource", ProtectedResource.as_view(), name="oauth-resource-metadata"),
    path(
        ".well-known/oauth-protected-resource/<path:resource_path>",
        ProtectedResource.as_view(),
        name="oauth-resource-metadata-path",
    ),
    path("oauth/authorize", ConsentPage.as_view(), name="authorize"),
    path("oauth/token", TokenEndpoint.as_view(), name="token"),
    path("oauth/revoke", RevocationEndpoint.as_view(), name="revoke-token"),
    path("oauth/register", Registration.as_view(), name="dcr-register"),
    path("oauth/register/<str:client_id>", ManagedRegistration.as_view(), name="dcr-register-management"),
    path("oauth/programs/", programs_page, name="programs"),
    path("oauth/programs/<int:pk>/disconnect", disconnect, name="disconnect"),
]
