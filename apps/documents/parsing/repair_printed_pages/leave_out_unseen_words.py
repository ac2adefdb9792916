"""Takes words that no page shows out of the paragraphs of a file, such as white ones on white paper.

They are lost in print on purpose of whoever wrote them, and are not to be restored.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.own_paragraph import OwnParagraph
from apps.documents.parsing.repair_printed_pages.whole_sentences import letters_alone
from apps.documents.parsing.types import ParsedPage


def seen_paragraphs(pages: Sequence[ParsedPage], own: Sequence[OwnParagraph]) -> list[OwnParagraph]:
    """The same where all is seen. A paragraph that is printed as it stands keeps words that are unseen elsewhere."""
    unseen = {normalise_text(words) for page in pages for words in page.unseen}
    if not unseen:
        return list(own)
    printed = "".join(letters_alone(page.text) for page in pages)
    return [each if letters_alone(each.text) in printed else without(each, unseen) for each in own]


def without(paragraph: OwnParagraph, unseen: Collection[str]) -> OwnParagraph:
    text = " ".join(paragraph.text.split())
    for words in sorted(unseen, key=len, reverse=True):
        if words in text:
            text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", text)
    return replace(paragraph, text=" ".join(text.split()))
