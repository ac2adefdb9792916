"""manage.py reembed MODEL [--switch]: vectors of another embedding model beside the old ones, then the switch."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.management.progress_bars import ProgressBar
from apps.documents.vectors.reembed import VectorsMissing, embed_missing, switch_search_model
from apps.llm.errors import ModelError
from apps.llm.models import EmbeddingModel


class Command(BaseCommand):
    help = "Embeds everything in search with another embedding model; search stays up on the old one meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("model", metavar="MODEL", help="name of an embedding model of the admin")
        parser.add_argument("--switch", action="store_true", help="use it for search when everything is embedded")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        row = named(options["model"])
        try:
            with ProgressBar("texts") as bar:
                embedded = embed_missing(row, bar.show)
            if options["switch"]:
                switch_search_model(row)
        except (ModelError, VectorsMissing) as error:
            raise CommandError(str(error), returncode=1) from None
        row.refresh_from_db()
        if options["json"]:
            result = {"model": row.name, "embedded": embedded, "used_for_search": row.is_default}
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        else:
            self.stdout.write(f"{embedded} texts embedded with {row}; used for search: {row.is_default}.")


def named(name: str) -> EmbeddingModel:
    """Raises CommandError with the names that would be right."""
    rows = list(EmbeddingModel.objects.select_related("endpoint").filter(name=name))
    if len(rows) == 1:
        return rows[0]
    known = ", ".join(sorted(EmbeddingModel.objects.values_list("name", flat=True))) or "none"
    problem = f"Several embedding models are named '{name}'" if rows else f"Unknown embedding model '{name}'"
    raise CommandError(f"{problem}. Known: {known}.", returncode=2)
