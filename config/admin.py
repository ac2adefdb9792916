"""Registers the admin pages of the project itself: accounts, API tokens, connected programs, webhooks."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.users import AccountAdmin as AccountAdmin  # registers itself
from config.oauth.people.admin import ProgramAdmin as ProgramAdmin  # registers itself
from config.webhooks.admin import WebhookAdmin as WebhookAdmin  # registers itself
