"""Registers the admin pages of the project itself: accounts, API tokens, the directory,
connected programs, webhooks."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.users import AccountAdmin as AccountAdmin  # registers itself
from config.directory.admin import GroupAssignmentAdmin as GroupAssignmentAdmin  # registers itself
from config.directory.admin import ProvisionedGroupAdmin as ProvisionedGroupAdmin  # registers itself
from config.directory.admin import ProvisionedPersonAdmin as ProvisionedPersonAdmin  # registers itself
from config.oauth.people.admin import ProgramAdmin as ProgramAdmin  # registers itself
from config.webhooks.admin import WebhookAdmin as WebhookAdmin  # registers itself
