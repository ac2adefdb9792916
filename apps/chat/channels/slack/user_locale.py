"""The locale of a Slack user: the language they use it in. Calls the network."""

from apps.chat.channels.interface.reply_sender import UnavailableError
from apps.chat.channels.slack import web_api
from apps.chat.models.platform_rooms_and_people import Interaction


async def fetch_user_locale(interaction: Interaction) -> str:
    """The asker's locale, such as de-DE; empty where Slack says none. Needs users:read. Raises as `call_slack` does."""
    if not web_api.LIMITS.allows("users.info"):
        raise UnavailableError("The limits leave no room for questions about people.")
    answered = await web_api.call_slack("users.info", {"user": interaction.asker.external_id, "include_locale": True})
    user = answered.get("user")
    locale = user.get("locale") if isinstance(user, dict) else None
    return locale if isinstance(locale, str) else ""
