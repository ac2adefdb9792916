"""Addresses of the chat."""

from django.urls import path

from apps.chat import views

app_name = "chat"
urlpatterns = [path("", views.chat_page, name="page")]
