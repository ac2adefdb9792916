"""App configuration of the chat: from passages to an answer whose citations are proved."""

from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _

from apps.schedules import make_after_migrate


class ChatConfig(AppConfig):
    name = "apps.chat"
    label = "chat"
    verbose_name = _("Conversations")

    def ready(self) -> None:
        from apps.chat.add_turn_id_to_log_lines import name_turns_in_log
        from apps.chat.models import Channel
        from apps.chat.models.conversations import close_conversations
        from apps.chat.privacy.mark_withdrawn_citations import answers_citing, forget_conflicts, mark_citations
        from apps.chat.subscriptions.handle_withdrawn_documents import mark_subscriptions
        from apps.documents.lifecycle.withdraw_documents import CITED_BY, ON_WITHDRAWAL
        from apps.retrieval.question_channel_names import CHANNELS

        name_turns_in_log()
        CHANNELS.update(Channel.choices)
        CITED_BY.append(answers_citing)
        ON_WITHDRAWAL.extend([mark_citations, forget_conflicts, mark_subscriptions])
        pre_delete.connect(close_conversations, sender="auth.User", dispatch_uid="chat.close_conversations")
        make_after_migrate("chat", "apps.chat.tasks.ensure_schedule")
