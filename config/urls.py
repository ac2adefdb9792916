"""Root URL configuration: all URL patterns of the site."""

from django.conf import settings
from django.urls import include, path, re_path

from config.bridges import simplify_answers, system_card
from config.console.admin_site import sign_in
from config.http import embedded_chat
from config.http.lazy_views import lazy_include, lazy_view
from config.mcp.endpoint import McpView
from config.monitoring import health, metrics
from config.scim.endpoint import ScimView

handler400 = "config.error_responses.bad_request"
handler404 = "config.error_responses.page_not_found"
handler500 = "config.error_responses.server_error"

urlpatterns = [
    *health.custom_health_urls(settings.HEALTH_PATH),
    path("", include("apps.chat.urls")),
    path("", include("apps.chat.channels.urls")),
    path("documents/", include("apps.documents.urls")),
    path("simplify/", include("apps.simplify.urls")),
    # Public pages lead there, and need no more of the admin.
    path("admin/login/", sign_in, name="staff-sign-in"),
    lazy_include("admin/", "config.console.urls", "admin"),
    path("api/", include("config.api.urls")),
    path("", include("config.oauth.urls")),
    re_path(r"^mcp/?$", McpView.as_view(), name="mcp"),
    re_path(r"^scim/v2/?(?P<path>(?s:.*))$", ScimView.as_view(), name="scim"),
    path("v1/", include("config.openai_api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("sign-out/", lazy_view("django.contrib.auth.views.LogoutView"), name="sign-out"),
    path("plain-language", simplify_answers.simplify_answer_view, name="plain-language"),
    path("help/", include("config.handbook.urls")),
    path("embed/", embedded_chat.embedded_chat_page, name="embed"),
    path("embed/colours.css", embedded_chat.colour_stylesheet, name="embed-colours"),
    path("system-card", system_card.system_card_page, name="system-card"),
    path("system-card.json", system_card.system_card_json, name="system-card-json"),
    path("healthz", health.live, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
]

if settings.OIDC_ISSUER:
    urlpatterns.append(path("sign-in/", include("config.single_sign_on.urls")))
