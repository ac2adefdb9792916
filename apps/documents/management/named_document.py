"""Commands about one document: how it is named on the command line, and what is said when it is not there."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from apps.documents.models import Collection, Document


def add_document_arguments(parser: CommandParser) -> None:
    parser.add_argument("external_id", metavar="EXTERNAL_ID", help="the document's id at its source")
    parser.add_argument("--collection", required=True, metavar="SLUG")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")


def named_document(options: Mapping[str, Any]) -> Document:
    """Queries the database. Raises CommandError with exit status 2."""
    external_id, slug = options["external_id"], options["collection"]
    document = Document.objects.filter(collection__slug=slug, external_id=external_id).first()
    if document is None:
        raise CommandError(not_there(external_id, slug), returncode=2)
    return document


def not_there(external_id: str, slug: str) -> str:
    known = list(Collection.objects.order_by("slug").values_list("slug", flat=True))
    if slug not in known:
        return f"Unknown collection '{slug}'. Known: {', '.join(known) or 'none'}."
    return f"There is no document '{external_id}' in the collection '{slug}'. Look its id up in the admin."
