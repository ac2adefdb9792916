"""Addresses that the chat platforms call."""

from django.urls import path

from apps.chat.channels.slack.incoming.views import events
from apps.chat.channels.teams.incoming.views import messages

urlpatterns = [
    path("slack/events", events, name="slack_events"),
    path("teams/messages", messages, name="teams_messages"),
]
