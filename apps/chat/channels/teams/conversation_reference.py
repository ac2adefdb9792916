"""The conversation reference, as Microsoft calls it and as we store it: where a Teams conversation is."""

from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


def build_conversation_reference(activity: dict[str, Any]) -> dict[str, str]:
    """All that a later message to this conversation needs."""
    conversation, sender = activity["conversation"], activity["from"]
    return {
        "service_url": str(activity["serviceUrl"]),
        "conversation": str(conversation["id"]),
        "kind": str(conversation.get("conversationType") or "personal"),
        "tenant": activity_tenant_id(activity),
        "bot": str((activity.get("recipient") or {}).get("id") or ""),
        "user": str(sender["id"]),
        "thread": str(conversation["id"]),
        "question": str(activity.get("id") or ""),
    }


def activity_tenant_id(activity: dict[str, Any]) -> str:
    data = activity.get("channelData")
    tenant = data.get("tenant") if isinstance(data, dict) else None
    found = tenant.get("id") if isinstance(tenant, dict) else activity["conversation"].get("tenantId")
    return str(found or settings.TEAMS_TENANT_ID or "")


def is_allowed_service_url(service_url: str) -> bool:
    """Whether our token may go there: https, except to this machine, and a host that the operator knows."""
    try:
        parts = urlsplit(service_url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return False
    if parts.username or parts.password or not host:
        return False
    if parts.scheme != "https" and not (parts.scheme == "http" and host in ("localhost", "127.0.0.1")):
        return False
    named = host if port in (None, 443) else f"{host}:{port}"
    return any(fnmatchcase(named, pattern.lower()) for pattern in settings.TEAMS_SERVICE_HOSTS)
