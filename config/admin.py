"""Registers the project's own admin pages: accounts, API tokens, the directory, OAuth programs, schedules, webhooks."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.user_admin import AccountAdmin as AccountAdmin  # registers itself
from config.oauth.user_pages.client_programs_admin import ProgramAdmin as ProgramAdmin  # registers itself
from config.queue.admin import EffectiveScheduleAdmin as EffectiveScheduleAdmin  # registers itself
from config.user_directory.admin import GroupAssignmentAdmin as GroupAssignmentAdmin  # registers itself
from config.user_directory.admin import ProvisionedGroupAdmin as ProvisionedGroupAdmin  # registers itself
from config.user_directory.admin import ProvisionedPersonAdmin as ProvisionedPersonAdmin  # registers itself
from config.webhooks.admin import WebhookAdmin as WebhookAdmin  # registers itself
