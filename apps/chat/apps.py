"""App configuration of the chat: from passages to an answer whose citations are proved."""

from datetime import time

from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import DAY, MINUTE, ScheduledTask, make_after_migrate

SCHEDULES = [
    # At night, when few people ask.
    ScheduledTask("apps.chat.tasks.nightly", "chat: retention", DAY, first_at=time(3, 10)),
    ScheduledTask("apps.chat.tasks.sweep", "chat: sweep", MINUTE),
]


class ChatConfig(AppConfig):
    name = "apps.chat"
    label = "chat"
    verbose_name = _("Conversations")

    def ready(self) -> None:
        from apps.chat.add_turn_id_to_log_lines import add_turn_to_logs
        from apps.chat.models import Channel
        from apps.chat.models.conversations import close_conversations
        from apps.chat.privacy.mark_withdrawn_citations import (
            count_answers_citing,
            mark_withdrawn_citations,
            remove_conflict_notices,
        )
        from apps.chat.subscriptions.handle_withdrawn_documents import mark_subscriptions_due
        from apps.documents.lifecycle.withdraw_documents import CITED_BY, ON_WITHDRAWAL
        from apps.retrieval.question_channel_names import CHANNEL_NAMES

        add_turn_to_logs()
        CHANNEL_NAMES.update(Channel.choices)
        CITED_BY.append(count_answers_citing)
        ON_WITHDRAWAL.extend([mark_withdrawn_citations, remove_conflict_notices, mark_subscriptions_due])
        pre_delete.connect(close_conversations, sender="auth.User", dispatch_uid="chat.close_conversations")
        make_after_migrate("chat", *SCHEDULES)
