"""URL patterns of the handbook, below /help/."""

from django.urls import path

from config.handbook import views

urlpatterns = [
    path("", views.contents_page, name="help"),
    path("<slug:name>/", views.chapter_page, name="help-chapter"),
]
