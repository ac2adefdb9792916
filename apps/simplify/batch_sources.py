"""The sources of texts for a batch: the files of a folder, or a document of a collection."""

from pathlib import Path

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from apps.documents.models import Document, Page

TEXT_FILES = frozenset({".txt", ".md", ".text", ".docx"})


class UnknownDocument(LookupError):  # noqa: N818 - an answer to the person who named it
    """No such document in the collection, or none that may be read."""


def text_files_in_folder(folder: Path) -> list[Path]:
    """All text files below the folder, in order of their paths; no links that lead out of it."""
    inside = folder.resolve()
    found = (path for path in folder.rglob("*") if path.suffix.lower() in TEXT_FILES and path.is_file())
    return sorted(path for path in found if path.resolve().is_relative_to(inside))


def document_stays_in_house(external_id: str, collection: str | None) -> bool:
    """Whether a document of that id may be sent to no server outside. One query, none without an id."""
    if not external_id:
        return False
    found = Document.objects.filter(external_id=external_id, collection__stays_in_house=True)
    return (found.filter(collection__slug=collection) if collection else found).exists()


def document_text(external_id: str, collection: str | None, user: AbstractBaseUser | None = None) -> str:
    """The text of the document's published pages. Without a user every document counts. Raises UnknownDocument."""
    readable = Document.objects.all() if user is None else Document.objects.readable_by(user)
    found = readable.filter(external_id=external_id)
    if collection:
        found = found.filter(collection__slug=collection)
    document = found.order_by("pk").first()
    if document is None or document.current_revision_id is None:
        values = {"id": external_id, "collection": collection or _("all collections")}
        raise UnknownDocument(_("There is no document '%(id)s' in %(collection)s.") % values)
    pages = Page.objects.filter(revision_id=document.current_revision_id).order_by("number").defer("words", "sheet")
    return "\n\n".join(page.body for page in pages if page.body.strip())
