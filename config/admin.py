"""What of the project itself stands in the admin."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.users import AccountAdmin as AccountAdmin  # registers itself
