"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("", include("apps.chat.urls")),
    path("documents/", include("apps.documents.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("healthz", health.live, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]
