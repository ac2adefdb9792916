"""Errors of requests: one sentence for people, and a `code` for programs."""

from collections.abc import Mapping

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.documents.parsing.types import FailureReason
from apps.documents.status_messages import status_sentence


def broken_off_message(language: str | None) -> str:
    """The last event of a stream that met an error of ours."""
    with translation.override(language):
        return _("The rewrite broke off because of an error here. Please try again.")


class SimplifyError(ValueError):
    code = "invalid"


class EmptyText(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "empty_text"

    def __init__(self) -> None:
        super().__init__(_("The text is empty."))


class TextTooLong(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "text_too_long"

    def __init__(self, length: int, longest: int) -> None:
        values = {"length": length, "longest": longest}
        super().__init__(_("The text has %(length)d characters, use at most %(longest)d.") % values)


class OtherLanguage(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "other_language"

    def __init__(self) -> None:
        super().__init__(_("The text is neither German nor English, so it cannot be checked and is not rewritten."))


OTHER_TEXT = "other text"
"""The `kind` of a Word file that does not hold the text that was rewritten."""


class WordFileRefused(SimplifyError):  # noqa: N818 - an answer to the person who asked
    """`reason_code` and `facts` are those of a document that could not be read."""

    code = "word_file_refused"

    def __init__(self, reason_code: str, facts: Mapping[str, str | int]) -> None:
        no_word_file = _("The file is no Word file (.docx). Store it as one, or copy its text into the field.")
        other_file = _("This is not the Word file whose text was rewritten. Choose that one.")
        if reason_code == FailureReason.UNSUPPORTED_TYPE:
            super().__init__(other_file if facts.get("kind") == OTHER_TEXT else no_word_file)
        else:
            super().__init__(status_sentence(reason_code, facts))


class TextTooDemanding(SimplifyError):  # noqa: N818 - an answer to the person who asked
    """Its process has reached a limit of time or memory. Put into words when it is shown, as the next two."""

    code = "text_too_demanding"

    def __init__(self) -> None:
        super().__init__(gettext_lazy("The text takes too much computing. Please divide it and send the parts."))


class TooManyLongTexts(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "busy"

    def __init__(self) -> None:
        super().__init__(gettext_lazy("Many long texts are being rewritten now. Please try again in a minute."))


class RewriteInterrupted(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "failed"

    def __init__(self) -> None:
        super().__init__(gettext_lazy("The rewrite broke off because of an error here. Please try again."))


class InstructionWithoutDraft(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "instruction_without_draft"

    def __init__(self) -> None:
        super().__init__(_("An instruction needs the draft that it is about."))


class UnknownTextType(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "unknown_text_type"

    def __init__(self, slug: str, known: list[str]) -> None:
        values = {"slug": slug, "known": ", ".join(known)}
        super().__init__(_("Unknown text type '%(slug)s'. Known: %(known)s.") % values)


class UnknownModel(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "unknown_model"

    def __init__(self, name: str, known: list[str]) -> None:
        values = {"name": name, "known": ", ".join(known)}
        super().__init__(_("Unknown model '%(name)s'. Known: %(known)s.") % values)


class UnknownOrganisation(SimplifyError):  # noqa: N818 - an answer to the person who asked
    code = "unknown_organisation"

    def __init__(self, name: str, known: list[str]) -> None:
        values = {"name": name, "known": ", ".join(known) or "–"}
        super().__init__(_("No list of protected words belongs to '%(name)s'. Known: %(known)s.") % values)
