"""The admin of the chat: conversations as transcripts, feedback, gaps, platforms, rules of the service,
subscriptions.

Each file registers its own classes; importing this package registers all of them.

May import from this app: channels.delivery, channels.doctor, fixed_answers, its root, models, privacy, turn_state.
"""

from apps.chat.admin import (
    conversations,
    feedback,
    fixed_answers,
    knowledge_gaps,
    platform_rooms_and_people,
    service_settings,
    subscriptions,
)

__all__ = [
    "conversations",
    "feedback",
    "fixed_answers",
    "knowledge_gaps",
    "platform_rooms_and_people",
    "service_settings",
    "subscriptions",
]
