"""What of the project itself stands in the admin."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
