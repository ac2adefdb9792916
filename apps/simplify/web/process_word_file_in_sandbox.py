"""Reads the text of an uploaded Word file and writes accepted sentences back into it, in a sandboxed child process."""

from collections.abc import Sequence

from django.core.files.uploadedfile import UploadedFile

from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.documents.sandbox.child_operations import ChildRequest, send_result_bytes
from apps.simplify.errors import WordFileRefused
from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence
from apps.simplify.rewriting.run_rewrite_child import rewrite_child_session
from apps.simplify.web.forms import DecidedSentence

READ = "apps.simplify.web.process_word_file_in_sandbox.read_word_file"
WRITE = "apps.simplify.web.process_word_file_in_sandbox.write_word_file"
LIMITS_OF_SESSION = (FailureReason.TIME_LIMIT, FailureReason.MEMORY_LIMIT)
"""Reported in the words used for every text that takes too much."""


async def text_of_uploaded_file(file: "UploadedFile[bytes]") -> str:
    """Raises WordFileRefused, TextTooDemanding, TooManyLongTexts, RewriteInterrupted."""
    return (await run_word_file_child(READ, file)).decode("utf-8", "replace")


async def apply_decisions_to_file(file: "UploadedFile[bytes]", decided: Sequence[DecidedSentence]) -> bytes:
    """The file with its form, rewritten paragraphs and the label. Raises the same."""
    return await run_word_file_child(WRITE, file, sentences=[[one.before, one.after, one.separator] for one in decided])


async def run_word_file_child(operation: str, file: "UploadedFile[bytes]", **facts: object) -> bytes:
    limit = ParseLimits().size
    if (file.size or 0) > limit:
        raise WordFileRefused(FailureReason.SIZE_LIMIT, {"limit": limit})
    async with rewrite_child_session(operation, file.read(), **facts) as child:
        try:
            await child.answer()
        except ParseFailure as failure:
            if failure.reason_code in LIMITS_OF_SESSION:
                raise
            raise WordFileRefused(failure.reason_code, failure.facts) from None
        return await child.read_bytes()


def read_word_file(call: ChildRequest) -> bool:
    """In the child: answers with the text."""
    from apps.simplify.simplify_docx import text_of_word_file

    return send_result_bytes(call, text_of_word_file(call.data).encode("utf-8", "replace"))


def write_word_file(call: ChildRequest) -> bool:
    """In the child: answers with the file."""
    from apps.simplify.simplify_docx import rewritten_word_file

    sentences = [RewrittenSentence(*each) for each in call.request["sentences"]]
    return send_result_bytes(call, rewritten_word_file(call.data, sentences))
