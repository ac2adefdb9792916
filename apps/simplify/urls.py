"""URLs of the plain-language page, below /simplify/."""

from django.urls import path

from apps.simplify.web import views

app_name = "simplify"
urlpatterns = [
    path("", views.page, name="page"),
    path("sentences/", views.stream_sentences, name="sentences"),
    path("download/", views.download, name="download"),
]
