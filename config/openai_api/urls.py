"""URLs of the OpenAI-compatible API, below /v1/."""

from django.urls import path, re_path

from config.openai_api.base_view import UnsupportedAddressView
from config.openai_api.chat_completions import ChatCompletionsView
from config.openai_api.embeddings import EmbeddingsView
from config.openai_api.list_models import ModelDetailView, ModelListView

app_name = "openai"
urlpatterns = [
    path("chat/completions", ChatCompletionsView.as_view(), name="chat-completions"),
    path("models", ModelListView.as_view(), name="models"),
    path("models/<path:name>", ModelDetailView.as_view(), name="model"),
    path("embeddings", EmbeddingsView.as_view(), name="embeddings"),
    re_path(r"^(?P<path>.*)$", UnsupportedAddressView.as_view()),
]
