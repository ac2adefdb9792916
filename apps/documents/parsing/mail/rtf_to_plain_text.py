"""Extracts plain text from RTF, including Outlook's compressed RTF in which HTML tags are hidden."""

import struct


def unpack_rtf(data: bytes) -> bytes:
    """Source: [MS-OXRTFCP]. Raises ValueError: it is damaged."""
    from compressed_rtf import decompress

    try:
        return bytes(decompress(data))
    except Exception as error:
        # The package raises nothing narrower.
        raise ValueError(f"The text in RTF cannot be unpacked: {error}") from error


def rtf_plain_text(data: bytes) -> str:
    """Returns the text without what destinations hide, such as tags of HTML. A line is a paragraph.

    Raises ValueError: it is damaged.
    """
    from striprtf.striprtf import rtf_to_text

    try:
        text: str = rtf_to_text(data.decode("cp1252", "replace"), errors="replace")  # type: ignore[no-untyped-call]
        return text
    except (LookupError, TypeError, OverflowError, struct.error) as error:
        raise ValueError(f"The text in RTF cannot be read: {error}") from error
