"""URLs of pages and files, below /documents/."""

from django.urls import path

from apps.documents.pages import views

app_name = "documents"
urlpatterns = [
    path("<int:document_id>/pages/<int:number>/", views.page, name="page"),
    path("<int:document_id>/pages/<int:number>/image.webp", views.page_image, name="page-image"),
    path("<int:document_id>/original", views.original, name="original"),
]
