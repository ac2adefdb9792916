"""`manage.py openapi`: the OpenAPI document of the interface, as docs/openapi.json keeps it."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from config.api.openapi.openapi_document import openapi_document


class Command(BaseCommand):
    help = "Print the OpenAPI document of the interface."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        self.stdout.write(json.dumps(openapi_document(), ensure_ascii=False, indent=2))
