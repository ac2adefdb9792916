"""Tasks that were queued before their functions moved: an update loses none of them.

The queue names functions by their dotted paths. Schedules were given the present ones by config/migrations (0003 and
0008); what waited in the queue meanwhile, or is still sent by a process of the old version, is translated as it is
fetched. Nothing waits for long, so this file and its one use in the broker may go with the release after next.
"""

from django_q.signing import BadSignature, SignedPackage

OLD_TASK_PATHS = {
    "apps.documents.keyword_tasks.fill_missing": "apps.documents.keywords.fill_missing_task.fill_missing",
    "apps.documents.keywords.tasks.fill_missing": "apps.documents.keywords.fill_missing_task.fill_missing",
    "apps.documents.sources.tasks.sweep": "apps.documents.sync.tasks.sweep",
    "apps.documents.sources.tasks.work": "apps.documents.sync.tasks.work",
    "apps.documents.vectors.tasks.fill": "apps.documents.vectors.fill_missing_task.fill",
    "apps.documents.waiting_vectors.take_in": "apps.documents.vectors.index_maintenance.take_in",
    "config.bridges.fixed_cases.settle": "config.bridges.notify_of_fixed_cases.process_fixed_cases",
    "config.closing_the_loop.settle": "config.bridges.notify_of_fixed_cases.process_fixed_cases",
    "config.notifications.tell.watch": "config.notifications.notify_people.watch",
    "config.oauth.forget_expired.forget_expired": "config.oauth.delete_expired_tokens.forget_expired",
}
"""The path in the queue -> where the function is now."""


def update_task_path(payload: str) -> str:
    """The signed task, naming its function as it is called now. What cannot be read is left to the next reader."""
    try:
        task = SignedPackage.loads(payload)
    except (TypeError, BadSignature):
        return payload
    present = OLD_TASK_PATHS.get(task["func"])
    return SignedPackage.dumps({**task, "func": present}) if present else payload
