"""What of the project itself stands in the admin."""

from config.api.admin import ApiTokenAdmin as ApiTokenAdmin  # registers itself
from config.console.users import PeopleAdmin as PeopleAdmin  # registers itself
