"""Sets the CORS header that lets any site load the script that embeds the chat."""

from collections.abc import MutableMapping

EMBED_SCRIPT = "/static/js/embed.js"


def static_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Tells whitenoise that any site may load the script that embeds the chat, also with an integrity attribute."""
    if url == EMBED_SCRIPT:
        headers["Access-Control-Allow-Origin"] = "*"
