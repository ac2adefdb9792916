"""Addresses of OAuth. The toolkit looks its own up by these names; what it offers beyond them is not connected."""

from django.urls import path

from config.http.lazy_views import lazy_view
from config.oauth.user_pages.connected_programs import disconnect_program, programs_page

app_name = "oauth2_provider"
protected_resource = lazy_view("config.oauth.discovery_metadata.ProtectedResource")
urlpatterns = [
    path(
        ".well-known/oauth-authorization-server",
        lazy_view("oauth2_provider.views.OAuthServerMetadataView"),
        name="oauth-server-metadata",
    ),
    path(".well-known/oauth-protected-resource", protected_resource, name="oauth-resource-metadata"),
    path(
        ".well-known/oauth-protected-resource/<path:resource_path>",
        protected_resource,
        name="oauth-resource-metadata-path",
    ),
    path("oauth/authorize", lazy_view("config.oauth.user_pages.consent_page.ConsentPage"), name="authorize"),
    path("oauth/token", lazy_view("config.oauth.token_endpoints.TokenEndpoint", csrf_exempt=True), name="token"),
    path(
        "oauth/revoke",
        lazy_view("config.oauth.token_endpoints.RevocationEndpoint", csrf_exempt=True),
        name="revoke-token",
    ),
    path(
        "oauth/register",
        lazy_view("config.oauth.dynamic_client_registration.Registration", csrf_exempt=True),
        name="dcr-register",
    ),
    path(
        "oauth/register/<str:client_id>",
        lazy_view("config.oauth.dynamic_client_registration.ManagedRegistration", csrf_exempt=True),
        name="dcr-register-management",
    ),
    path("oauth/programs/", programs_page, name="programs"),
    path("oauth/programs/<int:pk>/disconnect", disconnect_program, name="disconnect"),
]
