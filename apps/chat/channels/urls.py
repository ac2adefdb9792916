"""Addresses that the chat platforms call."""

from django.urls import path

from apps.chat.channels.slack.incoming.views import slack_events
from apps.chat.channels.teams.incoming.views import teams_messages

urlpatterns = [
    path("slack/events", slack_events, name="slack_events"),
    path("teams/messages", teams_messages, name="teams_messages"),
]
