"""Registers the admin pages of the project itself: accounts and API tokens."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.users import AccountAdmin as AccountAdmin  # registers itself
