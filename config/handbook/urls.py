"""Addresses of the handbook, below /help/."""

from django.urls import path

from config.handbook import views

urlpatterns = [
    path("", views.contents, name="help"),
    path("<slug:name>/", views.one_chapter, name="help-chapter"),
]
