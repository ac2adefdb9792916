"""Addresses of OAuth. The toolkit looks its own up by these names; what it offers beyond them is not connected."""

from django.urls import path

from config.http.lazy_views import on_demand
from config.oauth.user_pages.connected_programs import disconnect, programs_page

app_name = "oauth2_provider"
protected_resource = on_demand("config.oauth.discovery_metadata.ProtectedResource")
urlpatterns = [
    path(
        ".well-known/oauth-authorization-server",
        on_demand("oauth2_provider.views.OAuthServerMetadataView"),
        name="oauth-server-metadata",
    ),
    path(".well-known/oauth-protected-resource", protected_resource, name="oauth-resource-metadata"),
    path(
        ".well-known/oauth-protected-resource/<path:resource_path>",
        protected_resource,
        name="oauth-resource-metadata-path",
    ),
    path("oauth/authorize", on_demand("config.oauth.user_pages.consent_page.ConsentPage"), name="authorize"),
    path("oauth/token", on_demand("config.oauth.token_endpoints.TokenEndpoint", csrf_exempt=True), name="token"),
    path(
        "oauth/revoke",
        on_demand("config.oauth.token_endpoints.RevocationEndpoint", csrf_exempt=True),
        name="revoke-token",
    ),
    path(
        "oauth/register",
        on_demand("config.oauth.dynamic_client_registration.Registration", csrf_exempt=True),
        name="dcr-register",
    ),
    path(
        "oauth/register/<str:client_id>",
        on_demand("config.oauth.dynamic_client_registration.ManagedRegistration", csrf_exempt=True),
        name="dcr-register-management",
    ),
    path("oauth/programs/", programs_page, name="programs"),
    path("oauth/programs/<int:pk>/disconnect", disconnect, name="disconnect"),
]
