"""The project itself as a Django app: settings, supervisor, heartbeats, commands that run everything."""

from typing import TYPE_CHECKING

from django.apps import AppConfig, apps
from django.conf import settings
from django.core import checks
from django.db.models.signals import post_migrate, post_save, pre_delete, pre_save

from apps.task_schedules import DAY, MINUTE, ScheduledTask, make_after_migrate

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from apps.chat.models import Gap
    from apps.simplify.second_reading.reader_hook import OpenReader

SCHEDULES = [
    ScheduledTask("config.bridges.notify_of_fixed_cases.process_fixed_cases", "chat: notes", MINUTE),
    ScheduledTask("config.monitoring.model_server_alarms.watch", "outages of model servers", MINUTE),
    ScheduledTask("config.monitoring.proved_answer_alarms.watch", "share of proved answers", DAY),
    ScheduledTask("config.notifications.notify_people.watch", "notifications", MINUTE),
    ScheduledTask("config.webhooks.deliver.deliver", "webhooks", MINUTE),
    ScheduledTask("config.oauth.delete_expired_tokens.forget_expired", "oauth: expired tokens", DAY),
    ScheduledTask("config.single_sign_on.delete_expired_sessions.forget_sessions", "expired sessions", DAY),
]


class ConfigConfig(AppConfig):
    name = "config"
    label = "config"
    verbose_name = "Auskunft"

    def ready(self) -> None:
        from apps.chat.channels.simplify_hook import HOOKS
        from apps.documents.models.resolve_account_names import ACCOUNT_NAME_QUERIES
        from apps.simplify.second_reading.reader_hook import HOOKS as READER_HOOKS
        from apps.simplify.withhold_models import HOOKS as WITHHOLDING_HOOKS
        from config.backup.deleted_rows import RECORDED, record_deletion
        from config.console.roles import create_groups
        from config.http import https_deploy_check, linear_cookie_unquoting
        from config.processes import pooler_check
        from config.user_directory.models import NAMES_IN_DIRECTORY

        linear_cookie_unquoting.install_linear_unquote()
        HOOKS["simplify"] = simplify_slack_message
        ACCOUNT_NAME_QUERIES["directory"] = NAMES_IN_DIRECTORY
        READER_HOOKS["reader"] = reader_of_rewrites
        WITHHOLDING_HOOKS["reason"] = reason_withheld
        pre_save.connect(notify_new_owner, sender="chat.Gap", dispatch_uid="config.notifications.gaps")
        post_save.connect(end_tokens, sender="auth.User", dispatch_uid="config.user_directory.closed_accounts")
        for model in RECORDED:
            pre_delete.connect(record_deletion, sender=model, dispatch_uid="config.backup.deleted_rows")
        checks.register(pooler_check.check_sessions, checks.Tags.database)
        checks.register(https_deploy_check.check_https, checks.Tags.security, deploy=True)

        if settings.TRACES:
            from config.tracing.instrument_process import connect_tracing

            connect_tracing()

        # The signal comes once for each app with models, in order; with the last one all permissions exist.
        last = [app for app in apps.get_app_configs() if app.models_module][-1]
        post_migrate.connect(create_groups, sender=last, dispatch_uid="config.console.roles")
        make_after_migrate("config", *SCHEDULES)


def notify_new_owner(sender: object, instance: "Gap", **signal: object) -> None:
    """Loads what notifies with the first gap that has an owner."""
    if instance.owner_id is not None:
        from config.notifications import notify_people

        notify_people.notify_new_owner(sender, instance, **signal)


def end_tokens(sender: type["User"], instance: "User", **signal: object) -> None:
    """Loads what ends tokens with the first account that is closed."""
    if not instance.is_active:
        from config.user_directory.revoke_access import end_tokens_of_closed_account

        end_tokens_of_closed_account(instance)


async def simplify_slack_message(text: str, language: str) -> str:
    """Loads what rewrites texts with the first wish for it."""
    from config.bridges.simplify_slack_messages import simplify_message

    return await simplify_message(text, language)


def reader_of_rewrites(in_house: bool) -> "OpenReader | None":
    from config.bridges.second_reader_for_rewrites import reader_of_rewrites

    return reader_of_rewrites(in_house)


def reason_withheld(visitor: str | None) -> str:
    """By the rules of the service, which hold for rewrites as for answers; None for staff (withhold_models.py)."""
    from apps.chat.admission import daily_budgets
    from apps.chat.models.service_settings import load_service_rules

    if visitor is None:
        return daily_budgets.service_wide_withholding_reason(load_service_rules())
    return daily_budgets.withholding_reason(load_service_rules(), visitor)
