"""Builds app manifests that connect this installation with Slack and Teams: paste the one, upload the other."""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.channels.slack.incoming.parse_events_and_commands import SIMPLIFY_CALLBACK

SLACK_SCOPES = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "users:read",
)
SLACK_EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
LONGEST_DESCRIPTION = 300
COMMAND = "/auskunft"


def slack_manifest() -> dict[str, object]:
    """Builds the manifest for https://api.slack.com/apps: with an app token for Socket Mode, else for HTTP."""
    is_socket = bool(settings.SLACK_APP_TOKEN)
    reached = {} if is_socket else {"request_url": slack_address()}
    with translation.override(settings.LANGUAGE_CODE):
        description = _("Answers questions from our own documents and names the page that proves each answer.")
        return {
            "display_information": {"name": settings.SITE_NAME[:35], "description": description[:140]},
            "features": slack_features(description, {} if is_socket else {"url": slack_address()}),
            "oauth_config": {"scopes": {"bot": list(SLACK_SCOPES)}},
            "settings": {
                "event_subscriptions": {"bot_events": list(SLACK_EVENTS), **reached},
                "interactivity": {"is_enabled": True, **reached},
                "socket_mode_enabled": is_socket,
                "org_deploy_enabled": False,
                "token_rotation_enabled": False,
            },
        }


def slack_address() -> str:
    return f"{settings.SITE_URL}/slack/events"


def slack_features(description: str, reached: dict[str, str]) -> dict[str, object]:
    """What people see of the app, in the language in force; `reached` says where commands are sent."""
    return {
        "agent_view": {"agent_description": description[:LONGEST_DESCRIPTION]},
        "app_home": {"messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
        "bot_user": {"display_name": settings.SITE_NAME[:80], "always_online": True},
        "slash_commands": [
            {
                "command": COMMAND,
                "description": _("Ask a question, or simplify a text"),
                "usage_hint": _("question | simplify text"),
                "should_escape": True,
                **reached,
            }
        ],
        "shortcuts": [
            {
                "name": _("Say it simply"),
                "type": "message",
                "callback_id": SIMPLIFY_CALLBACK,
                "description": _("Shows this message in plain language"),
            }
        ],
    }


def teams_manifest() -> dict[str, object]:
    """`manifest.json` of the app package; two icons of one's own go beside it into the zip file."""
    with translation.override(settings.LANGUAGE_CODE):
        description = _("Answers questions from our own documents and names the page that proves each answer.")
    bot = settings.TEAMS_APP_ID or "00000000-0000-0000-0000-000000000000"
    return {
        "$schema": "https://developer.microsoft.com/json-schemas/teams/v1.19/MicrosoftTeams.schema.json",
        "manifestVersion": "1.19",
        "version": "1.0.0",
        "id": bot,
        "developer": {
            "name": settings.SITE_NAME[:32],
            "websiteUrl": settings.SITE_URL,
            "privacyUrl": f"{settings.SITE_URL}/",
            "termsOfUseUrl": f"{settings.SITE_URL}/",
        },
        "name": {"short": settings.SITE_NAME[:30], "full": settings.SITE_NAME[:100]},
        "description": {"short": description[:80], "full": description},
        "icons": {"color": "color.png", "outline": "outline.png"},
        "accentColor": "#FFFFFF",
        "bots": [
            {
                "botId": bot,
                "scopes": ["personal", "team", "groupChat"],
                "supportsFiles": False,
                "isNotificationOnly": False,
            }
        ],
        "permissions": ["identity", "messageTeamMembers"],
        "validDomains": [urlsplit(settings.SITE_URL).hostname or ""],
    }
