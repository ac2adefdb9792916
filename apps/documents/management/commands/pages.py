"""manage.py pages EXTERNAL_ID --collection SLUG: the stored text of a document, page by page."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.management.commands.withdraw import not_there
from apps.documents.models import Document, Page


class Command(BaseCommand):
    help = "Prints the text of a document as it is searched and quoted, page by page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("external_id", metavar="EXTERNAL_ID", help="the document's id at its source")
        parser.add_argument("--collection", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        external_id, slug = options["external_id"], options["collection"]
        document = Document.objects.filter(collection__slug=slug, external_id=external_id).first()
        if document is None:
            raise CommandError(not_there(external_id, slug), returncode=2)
        pages = Page.objects.filter(revision=document.current_revision_id).order_by("number")
        if not pages:
            why = document.reason or f"It is {document.get_status_display()}."
            raise CommandError(f"'{external_id}' has no pages. {why}", returncode=1)
        self.stdout.write(pages_as_json(pages) if options["json"] else "\n\n".join(map(page_as_text, pages)))


def pages_as_json(pages: Any) -> str:
    listed = [{"page": page.number, "text": page.text, "sheet": page.sheet_name} for page in pages]
    return json.dumps({"pages": listed}, ensure_ascii=False)


def page_as_text(page: Page) -> str:
    return f"--- {page.number} ---\n{page.text}"
