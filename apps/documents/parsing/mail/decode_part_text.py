"""Decodes the text of a mail part: its transfer encoding, its charset, and lines broken softly (RFC 3676)."""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator
from email.message import Message

ALIASES = {
    "x-sjis": "cp932", "shift_jis": "cp932", "windows-31j": "cp932", "x-gbk": "gb18030", "gb2312": "gb18030",
    "gbk": "gb18030", "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "windows-949": "cp949", "windows-874": "cp874",
    "dos-874": "cp874", "iso-8859-8-i": "iso-8859-8", "x-mac-roman": "mac-roman", "ansi": "cp1252",
    "iso-8859-1": "cp1252", "us-ascii": "cp1252",
}  # fmt: skip
"""Names that mail programs write and Python does not know, and sets of signs whose larger kin they mean."""
CODE_PAGE = re.compile(r"cp-?(\d{3,5})", re.IGNORECASE)
WESTERN = frozenset({"", "cp1252", "us-ascii", "iso-8859-1", "iso-8859-15", "unknown-8bit", "ascii"})
"""A text in one of them that is well-formed UTF-8 and no ASCII is in UTF-8, whatever the mail says."""
NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
ENRICHED = re.compile(r"<param>[^<]*</param>|</?[A-Za-z][A-Za-z-]{0,60}>", re.IGNORECASE)
QUOTE_MARKS = re.compile(r"^>+")
SIGNATURE = "-- "


def text_of_part(part: Message) -> str:
    """Decodes a part of the type text; lines that its program has broken softly are whole again."""
    text = decode_part(part)
    if part.get_content_subtype() == "enriched":
        return ENRICHED.sub("", text)
    if part.get_content_subtype() == "plain" and str(part.get_param("format", "")).lower() == "flowed":
        return unflow_text(text, deletes_blank=str(part.get_param("delsp", "")).lower() == "yes")
    return text


def decode_part(part: Message) -> str:
    """Decodes by its charset, or by what offices write when that is a wrong one."""
    data = bytes_of_part(part)
    for charset in candidate_charsets(str(part.get_content_charset() or "")):
        try:
            return data.decode(charset) + "\n"
        except (ValueError, LookupError):
            continue  # a wrong one, one that nobody knows, or one that is none ("undefined")
    return data.decode("cp1252", "replace") + "\n"


def candidate_charsets(stated: str) -> Iterator[str]:
    """Yields the order in which to try them."""
    known = CODE_PAGE.sub(r"cp\1", ALIASES.get(stated.lower(), stated.lower()))
    if known in WESTERN:
        yield "utf-8"
    yield known or "utf-8"
    yield "utf-8"


def bytes_of_part(part: Message) -> bytes:
    """What arrives of a part whose base64 was cut or damaged, too."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64" and any(
        type(defect).__name__ == "InvalidBase64LengthDefect" for defect in part.defects
    ):
        letters = NO_BASE64.sub(b"", data)
        try:
            return b64decode(letters[: len(letters) // 4 * 4])
        except Base64Error:
            return data
    return data


def unflow_text(text: str, *, deletes_blank: bool) -> str:
    """RFC 3676: a line that ends with a blank goes on in the next one of the same depth of quoting."""
    lines: list[list[str]] = []
    open_depth = -1
    for line in text.replace("\r\n", "\n").split("\n"):
        marks = QUOTE_MARKS.match(line)
        depth = len(marks[0]) if marks else 0
        said = line[depth:].removeprefix(" ")
        goes_on = said.endswith(" ") and said != SIGNATURE
        kept = said[:-1] if goes_on and deletes_blank else said
        if depth == open_depth and said != SIGNATURE:
            lines[-1].append(kept)
        else:
            lines.append([f"{'>' * depth} {kept}" if depth else kept])
        open_depth = depth if goes_on else -1
    return "\n".join(map("".join, lines))
