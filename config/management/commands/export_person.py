"""`manage.py export_person NAME`: everything that is kept of one person, as one JSON object."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from apps.documents.models.resolve_account_names import UnknownPeople
from config.personal_data.collect_person_data import collect_person_data
from config.personal_data.resolve_person_name import find_person


class Command(BaseCommand):
    help = "Prints everything that is kept of one person as one JSON object."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name",
            metavar="NAME",
            help="a user name, a mail address, an identifier of the directory, slack:ID, teams:ID, slack:WORKSPACE:ID",
        )

    def handle(self, *, name: str, **options: Any) -> None:
        try:
            person = find_person(name)
        except UnknownPeople as error:
            raise CommandError(error.sentence, returncode=2) from None
        self.stdout.write(json.dumps(collect_person_data(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
