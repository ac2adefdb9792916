"""Checks for changed answers every minute: from changed pages to notifications that are sent."""

from apps.chat.models import Subscription
from apps.chat.subscriptions.find_changed_pages import (
    delete_last_look,
    mark_changed_subscriptions,
    mark_for_new_documents,
)
from apps.chat.subscriptions.notifications.send_notifications import send_owed_notifications
from apps.chat.subscriptions.reask_where_pages_changed import ask_due_questions
from apps.chat.subscriptions.record_watched_pages import delete_unwatched_pages
from apps.chat.subscriptions.search_questions_again import search_marked_questions
from apps.chat.subscriptions.start_and_end_subscription import delete_unconfirmed_subscriptions
from apps.database.advisory_lock import advisory_lock
from apps.task_schedules import run_each

LOCK = 7_203_117


def process_changed_answers() -> None:
    """Calls models within the budget of the day, sends mails. Nothing while another process is at it.

    One step that fails keeps none of the others back; its error is raised at the end.
    """
    with advisory_lock(LOCK, 0) as is_ours:
        if not is_ours:
            return
        if not Subscription.objects.exists():
            delete_last_look()
            return
        # What is owed goes out before questions take minutes, and what they bring at the end.
        run_each(
            send_owed_notifications,
            mark_changed_subscriptions,
            mark_for_new_documents,
            search_marked_questions,
            ask_due_questions,
            send_owed_notifications,
        )


def delete_stale_subscriptions() -> None:
    """Every night, after conversations were deleted."""
    delete_unconfirmed_subscriptions()
    delete_unwatched_pages()
