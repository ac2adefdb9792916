"""Checks for changed answers every minute: from changed pages to notifications that are sent."""

from apps.chat.models import Subscription
from apps.chat.subscriptions.ask_due_questions_again import ask_due
from apps.chat.subscriptions.find_changed_pages import end_looking, mark_changed, mark_new
from apps.chat.subscriptions.notifications.send_notifications import send_owed
from apps.chat.subscriptions.record_watched_pages import drop_unwatched
from apps.chat.subscriptions.search_questions_again import search_marked
from apps.chat.subscriptions.subscribe import forget_unconfirmed
from apps.database.advisory_lock import advisory_lock
from apps.schedules import run_each

LOCK = 7_203_117


def look_for_changes() -> None:
    """Calls models within the budget of the day, sends mails. Nothing while another process is at it.

    One step that fails keeps none of the others back; its error is raised at the end.
    """
    with advisory_lock(LOCK, 0) as is_ours:
        if not is_ours:
            return
        if not Subscription.objects.exists():
            end_looking()
            return
        run_each(mark_changed, mark_new, search_marked, ask_due, send_owed)


def tidy() -> None:
    """Every night, after conversations were deleted."""
    forget_unconfirmed()
    drop_unwatched()
