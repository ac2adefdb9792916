"""App configuration of the chat: from passages to an answer whose citations are proved."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _


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
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(make_schedule, sender=queue, dispatch_uid="chat.sweep")


def make_schedule(**signal: object) -> None:
    """Its module is loaded with the signal: only migrations send it."""
    from apps.chat.tasks import ensure_schedule

    ensure_schedule(**signal)
