"""Queue tasks of the chat: abandoned turns, gaps, subscriptions, second readings, retention."""

from django_q.tasks import async_task

from apps.chat.answering.store_turn import close_abandoned_turns
from apps.documents.is_task_waiting import is_task_waiting
from apps.task_schedules import run_each

READ = "apps.chat.tasks.read_sentences"
READING_SECONDS = 1_800
"""Below the queue's `retry`. What a task does not get to is left to the next one."""


def sweep() -> None:
    """Every minute: ends turns whose web process died, so that nobody waits for them; turns refusals into gaps; tells
    subscribers of changed answers."""
    from apps.chat.ask_knowledge_gaps_again import ask_due_gaps_again
    from apps.chat.group_refusals_into_gaps import group_refusals
    from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers

    run_each(close_abandoned_turns, group_refusals, ask_due_gaps_again, wake_second_reader, process_changed_answers)


def wake_second_reader() -> None:
    """Wakes a worker when sentences wait for a second reader, within the budget of the day.

    Called every few seconds by the worker's main process, and every minute by the queue. Raises DatabaseError.
    """
    from apps.chat.second_reader.second_reading_queue import count_readings_left_today, free_readings

    if free_readings().exists() and count_readings_left_today() and not is_task_waiting():
        async_task(READ, timeout=READING_SECONDS, group="chat")


def read_sentences() -> None:
    """Asks the second reader. Two tasks at once share what waits; a superfluous one finds nothing."""
    from apps.chat.second_reader.process_waiting_readings import process_waiting_readings

    process_waiting_readings()


def ask_gap_again(gap_id: int) -> None:
    """What an editor has asked for in the gap list. A gap that is gone meanwhile is left alone."""
    from apps.chat.ask_knowledge_gaps_again import ask_single_gap_again
    from apps.chat.models.knowledge_gaps import Gap

    if Gap.objects.filter(pk=gap_id).exists():
        ask_single_gap_again(gap_id)


def nightly() -> None:
    """Every night: what is older than promised is deleted, and what was taken for random typing is judged again."""
    from apps.chat.group_refusals_into_gaps import judge_random_typing_again
    from apps.chat.privacy.retention import delete_expired_conversations
    from apps.chat.second_reader.second_reading_queue import delete_old_readings
    from apps.chat.subscriptions.check_for_changed_answers import delete_stale_subscriptions

    run_each(delete_expired_conversations, delete_old_readings, delete_stale_subscriptions, judge_random_typing_again)
