"""Addresses of the chat, and the icon that browsers ask for on pages that name none."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from apps.chat import views

app_name = "chat"
urlpatterns = [
    path("", views.chat_page, name="page"),
    path("favicon.ico", RedirectView.as_view(url=static("icons/auskunft.svg"))),
]
