"""Messages about a document's status: why it is not ready, as a sentence that says what to do about it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

OLDER_VERSION_SHOWN = "older_version_shown"
"""Flag: the newest file could not be used, so search still shows the content before it."""

RETRIED_IN_VAIN = frozenset({"empty_file"})
"""Reasons for which no page of one document offers another attempt: the same bytes hold nothing for any reader."""

STATUS_SENTENCES: dict[str, str] = {
    # The file itself.
    "not_a_pdf": _("The file is named a PDF but is %(kind)s. Fetch it again from its source."),
    "empty_file": _("The file is empty (0 bytes). Fetch it again from its source."),
    "encrypted": _("The file is protected by a password. Store it without a password and import it again."),
    "no_pages": _("The PDF has no readable page; it is damaged. Fetch it again from its source."),
    "no_text": _("The file contains no text that can be read, by text recognition neither. Look at the original."),
    "wrong_encoding": _("The file is not text in a known encoding. Store it as UTF-8 and import it again."),
    "unsupported_type": _(
        "Files of this type cannot be read (%(kind)s). "
        "Use PDF, Office files, EPUB, pictures, HTML, Markdown, text or JSONL."
    ),
    "damaged": _("The file is damaged and cannot be opened. Fetch it again from its source, or store it anew."),
    "no_converter": _(
        "Files of this kind are read by LibreOffice, and its part for them is not installed. "
        "Install %(package)s, then import again."
    ),
    "unreadable_file": _(
        "The file could not be opened: %(error)s. Check its path and access rights, then import again."
    ),
    "broken_record": _("Line %(line)s is not a record that can be used: %(error)s. Correct the line and import again."),
    "duplicate_id": _("The id was already used by an earlier file of the same import. Give each document its own id."),
    # Limits.
    "size_limit": _("The file is larger than %(limit_mib)s MiB. Split it and import the parts."),
    "unpacked_limit": _("Unpacked, the file is larger than %(limit_mib)s MiB. Store it anew or split it."),
    "page_limit": _("Only the first %(read)s of %(pages)s pages were read. Split the file to have all of it found."),
    "memory_limit": _("Reading the file took more memory than allowed. Store it anew or split it."),
    "time_limit": _("Reading the file took longer than %(limit)s seconds. Store it anew or split it."),
    "crashed_n_times": _(
        "The file made the program that reads it crash. Store it anew, for example by printing to PDF."
    ),
    # Fetching.
    "address_refused": _(
        "The address %(address)s is not fetched (%(problem)s). Check its spelling, or list its host with the source."
    ),
    "download_4xx": _("The server refuses the file (HTTP %(status)s). Check its address at the source: %(address)s"),
    "download_busy": _(
        "The server asks for a pause (HTTP %(status)s). It is asked again with the next run: %(address)s"
    ),
    "download_5xx": _("The server has an error (HTTP %(status)s). It is asked again with the next run: %(address)s"),
    "download_timeout": _(
        "The server did not send the file within %(seconds)s seconds. It is asked again with the next run: %(address)s"
    ),
    "download_cut": _(
        "The file came with a wrong length (%(received)s of %(announced)s). It is asked for again with the next run."
    ),
    "download_failed": _(
        "The file could not be fetched (%(error)s). It is asked for again with the next run: %(address)s"
    ),
    "download_html": _("Instead of the file the server sent a web page. Check the address at the source: %(address)s"),
    "source_gone": _("The file is no longer on the server (HTTP %(status)s). Check the address at the source."),
    # Sources and their runs.
    "listing_empty": _("The source listed no document. Nothing was withdrawn. Check its address and options."),
    "listing_failed": _("The list could not be read to its end: %(error)s Nothing was withdrawn."),
    "listing_limited": _("Only the first %(limit)s documents of the list were read. Nothing was withdrawn."),
    "many_vanished": _(
        "%(vanished)s of %(known)s documents are no longer listed. Look at the source, then confirm the withdrawal."
    ),
    "list_has_shrunk": _(
        "Within %(days)s days the list has shrunk from %(known)s to %(now)s documents, a little with each run. "
        "%(vanished)s that are no longer listed were not withdrawn. Look at the source, then confirm the withdrawal."
    ),
    "records_skipped": _("%(skipped)s records of the list could not be used; they are named below."),
    "withdrawn": _("A person withdrew the document. What a source delivers again does not bring it back."),
    "withdrawn_allowed": _(
        "A person withdrew the document and allowed it again. It comes back when somebody uploads it or its source "
        "delivers it."
    ),
    "withdrawn_at_source": _("The source no longer has the document. It comes back when the source lists it again."),
    # Read, but not all of it.
    "truncated_repaired": _("The file is damaged and was repaired; text may be missing. Compare it with the original."),
    "page_unreadable": _(
        "%(affected)s of %(pages)s pages could not be read (page %(which)s). Compare the document with the original."
    ),
    "attachment_limit": _(
        "Only %(attachments_read)s of %(attachments)s attachments became documents. Import the others as files of "
        "their own."
    ),
    "encrypted_part": _(
        "Of the mails on %(affected)s of %(pages)s pages (page %(which)s) the content, or a part of it, is "
        "encrypted and was not read. Store them decrypted, with their attachments, and import them again."
    ),
    "ocr_timeout": _("Text recognition took too long on %(affected)s of %(pages)s pages; their text is missing."),
    "ocr_failed": _("Text recognition failed on %(affected)s of %(pages)s pages; their text is missing."),
    "ocr_unavailable": _(
        "%(affected)s of %(pages)s pages are images, and text recognition is not installed. "
        "Install tesseract with deu and eng, then import again."
    ),
    # Models.
    "text_first": _(
        "The document is found by its words; summary, keywords and vectors follow when the models are done."
    ),
    "llm_unavailable": _(
        "The language model cannot be reached. What waits for it goes on by itself when it is back; what has ended "
        "without it can be tried again then."
    ),
    "llm_bad_output": _("The language model gave no usable reply. Check model and prompt, then try again."),
    "embedding_dimension": _(
        "The embedding model gave vectors of another size than expected. Check its dimensions in the administration."
    ),
    "budget_spent": _("Today's budget for models is spent. It goes on tomorrow, or at once when the budget is raised."),
    # Ourselves.
    "disk_full": _("There is no space left on the disk. It goes on by itself when there is."),
    "not_storable": _("The text contains something the database refuses. Store the file anew and import it again."),
    "internal_error": _(
        "Something went wrong in the program (%(error)s). Try again, and report it if it happens again."
    ),
    "lost_workers": _("The worker was lost %(times)s times on this document. Try again, then look at memory and logs."),
}
"""English sentences by reason code; values of the detail are filled in, translations are in locale/."""

MEBIBYTE = 2**20
TRANSLATED = ("kind", "problem", "error")
"""Values of the detail that are words for people."""

WORDS = (
    _("a web page (HTML)"),
    _("a ZIP archive"),
    _("an Office file of another kind"),
    # Of files that were refused before they could be read.
    _("a ZIP archive or an Office file"),
    _("an old Office file"),
    _("a PNG image"),
    _("a JPEG image"),
    _("a GIF image"),
    _("a TIFF image"),
    _("a gzip archive"),
    _("an RTF file"),
    _("a PostScript file"),
    _("a dynamic PDF form (XFA)"),
    _("a PDF portfolio of other files"),
    _("a text file"),
    _("an unknown binary file"),
    _("an XML file without a message of xdomea or XJustiz or an invoice"),
    _("No such file or directory"),
    _("Permission denied"),
    _("Is a directory"),
    _("Input/output error"),
)
"""What the parser and the operating system write there, named for the translation: they know nothing of it."""


class SentenceValues(dict[str, Any]):
    """The values of a sentence; one that is not known becomes a dash instead of an error."""

    def __missing__(self, key: str) -> str:
        return "–"


def status_sentence(reason_code: str, detail: Mapping[str, Any]) -> str:
    """The reason in the language in force, empty for no reason."""
    if not reason_code:
        return ""
    facts = SentenceValues(detail)
    if isinstance(limit := detail.get("limit"), int):
        facts["limit_mib"] = limit // MEBIBYTE
    facts |= {name: gettext(str(detail[name])) for name in TRANSLATED if name in detail}
    said = gettext(sentence_template(reason_code, detail)) % facts if reason_code in STATUS_SENTENCES else reason_code
    return f"{said} {gettext(STILL_SHOWN)}" if detail.get(OLDER_VERSION_SHOWN) else said


def short_reason(reason_code: str) -> str:
    """What happened, without what to do about it and without values: as a filter says it."""
    return status_sentence(reason_code, {}).partition(". ")[0].replace(" (–)", "").removesuffix(".")


def sentence_template(reason_code: str, detail: Mapping[str, object]) -> str:
    """A file that begins like a PDF and is none has no other kind that could be named; limits are of several kinds."""
    if reason_code == "not_a_pdf" and "kind" not in detail:
        return BROKEN_PDF
    if reason_code == "unpacked_limit":
        return next((said for fact, said in OF_UNPACKING.items() if fact in detail), STATUS_SENTENCES[reason_code])
    if reason_code == "encrypted" and "method" in detail:
        return FOR_RECIPIENTS
    return STATUS_SENTENCES[reason_code]


FOR_RECIPIENTS = _(
    "The content is encrypted for its recipients (%(method)s). Store it decrypted, a mail with its attachments, and "
    "import it again."
)
OF_UNPACKING = {
    "files": _("The archive holds %(files)s files, more than the %(most)s allowed. Split it."),
    "cells": _("The cells of a sheet lie too far apart to be read. Delete what stands in its far corners."),
    "characters": _("A cell holds more than %(characters)s characters. Shorten its text."),
    "times": _(
        "Unpacked, the file is more than %(times)s times as large, as files are that mean harm. "
        "Store it anew or split it."
    ),
}
"""By a value of the detail that says which limit it is."""
BROKEN_PDF = _("The file begins like a PDF but cannot be opened; it is damaged. Fetch it again from its source.")
STILL_SHOWN = _("Search still shows the version before it.")
