"""The admin of the chat: conversations as transcripts, feedback, gaps, platforms, rules of the service,
subscriptions.

Each file registers its own classes; importing this package registers all of them.

May import from this app: answering, channels.delivery, channels.doctor, fixed_answers, its root, models.
"""

from apps.chat.admin import (
    chat_platforms,
    conversations,
    feedback,
    fixed_answers,
    knowledge_gaps,
    service_rules,
    subscriptions,
)

__all__ = [
    "chat_platforms",
    "conversations",
    "feedback",
    "fixed_answers",
    "knowledge_gaps",
    "service_rules",
    "subscriptions",
]
