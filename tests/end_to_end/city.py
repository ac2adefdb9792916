"""What the browser tests ask about: a small city with a printed statute and a page of opening hours."""

import hashlib
from dataclasses import dataclass

from django.contrib.auth.models import User

from apps.chat.models.service_settings import ServiceRules
from apps.documents.models import Blob, Document, Page
from apps.simplify.initial_data import TEXT_TYPES
from apps.simplify.models import Options, TextType
from tests import factories

EXAMPLES = [
    "Wie hoch ist die Steuer für den zweiten Hund?",
    "Wann hat das Bürgeramt am Donnerstag geöffnet?",
    "Wer ist von der Hundesteuer befreit?",
    "Welche Frist gilt für die Anmeldung eines Hundes?",
    "Was kostet eine Meldebescheinigung?",
    "Wo melde ich meinen Hund an?",
]
EMBEDDER = "http://localhost:*"
"""A site that may show the chat in a frame."""
QUESTION = "Wie hoch ist die Steuer für den zweiten Hund?"
TAX_SENTENCE = "Die Steuer für den zweiten Hund beträgt 144 Euro im Jahr."
STATUTE_PAGES = [
    "Satzung über die Hundesteuer der Stadt Musterfurt. Die Stadt erhebt eine Steuer auf das Halten von Hunden.",
    "Die Steuer für den ersten Hund beträgt 96 Euro im Jahr. "
    f"{TAX_SENTENCE} Blindenführhunde sind von der Steuer befreit.",
    "Wer einen Hund aufnimmt, hat ihn innerhalb von zwei Wochen beim Steueramt anzumelden.",
]
HOURS = "Das Bürgeramt hat am Donnerstag von 8 bis 18 Uhr geöffnet. Eine Meldebescheinigung kostet acht Euro."


@dataclass(frozen=True, slots=True)
class City:
    """Keys, not rows: tests in the browser do not talk to the database."""

    statute: int
    hours: int


def build() -> City:
    collection = factories.collection("stadt", name="Stadt Musterfurt", example_questions=EXAMPLES)
    statute = factories.document(
        STATUTE_PAGES, title="Hundesteuersatzung", external_id="hundesteuer.pdf", collection=collection
    )
    print_on_paper(statute)
    hours = factories.document([HOURS], title="Öffnungszeiten", external_id="zeiten.txt", collection=collection)
    # A module before this one may have emptied the tables that came filled with the migrations.
    for row in TEXT_TYPES:
        TextType.objects.get_or_create(slug=row["slug"], defaults=row)
    Options.objects.get_or_create(pk=1)
    ServiceRules.objects.update_or_create(pk=1, defaults={"embedding_sites": [EMBEDDER]})
    User.objects.create_superuser("redaktion", password="ein langes Kennwort")
    return City(statute.pk, hours.pk)


def print_on_paper(document: Document) -> None:
    """Gives the document a real PDF whose pages say what its page rows say."""
    import pymupdf

    revision = document.current_revision
    assert revision is not None
    with pymupdf.open() as pdf:
        for page in revision.pages.order_by("number"):
            sheet = pdf.new_page()
            sheet.insert_textbox((72, 72, 523, 770), page.text, fontsize=12)
            Page.objects.filter(pk=page.pk).update(width=sheet.rect.width, height=sheet.rect.height)
        data = pdf.tobytes()
    digest = hashlib.sha256(data).hexdigest()
    revision.blob, _ = Blob.objects.get_or_create(sha256=digest, defaults={"data": data, "size": len(data)})
    revision.media_type = "application/pdf"
    revision.save()
