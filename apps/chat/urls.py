"""URLs of the chat, and of the icon that browsers ask for on pages that name none."""

from django.templatetags.static import static
from django.urls import path, re_path
from django.views.generic import RedirectView

from apps.chat.document_list.views import document_feed, document_list
from apps.chat.web import (
    chat_page,
    conversation_views,
    explain_sources_view,
    no_script_feedback_view,
    subscription_views,
    suggestions_view,
)

app_name = "chat"
urlpatterns = [
    path("", chat_page.chat_page, name="page"),
    path("conversations/", conversation_views.conversations, name="conversations"),
    path("conversations/restore", conversation_views.restore, name="restore"),
    path("conversations/export", conversation_views.export, name="export"),
    path("conversations/delete", conversation_views.delete, name="delete"),
    path("conversations/delete-all", conversation_views.delete_all, name="delete-all"),
    path("conversations/feedback", no_script_feedback_view.feedback, name="feedback"),
    path("conversations/why", explain_sources_view.why_these_sources, name="why"),
    path("conversations/suggestions", suggestions_view.suggestions, name="suggestions"),
    path("conversations/share", conversation_views.share, name="share"),
    path("conversations/subscribe", subscription_views.subscribe_view, name="subscribe"),
    path("subscriptions/<slug:token>/", subscription_views.subscription_page, name="subscription"),
    path("subscriptions/<slug:token>/confirm", subscription_views.confirm_view, name="subscription-confirm"),
    path("subscriptions/<slug:token>/leave", subscription_views.leave_view, name="subscription-leave"),
    path("subscriptions/<slug:token>/feed", subscription_views.feed_view, name="subscription-feed"),
    path("documents/", document_list, name="documents"),
    path("documents/feed", document_feed, name="documents-feed"),
    re_path(r"^shared/(?P<token>[A-Za-z0-9_-]{1,64})/$", conversation_views.shared, name="shared"),
    path("favicon.ico", RedirectView.as_view(url=static("icons/auskunft.svg"))),
]
