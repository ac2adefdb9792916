"""Unquotes cookies in linear time, which Python before 3.11.10 and 3.12.6 does in quadratic time (CVE-2024-7592).

A request with 30 kB of backslashes took the processor for seconds, whatever its address.
"""

import re
from http import cookies

ESCAPED = re.compile(r"\\(?:([0-3][0-7]{2})|(.))")


def install_linear_unquote() -> None:
    """Django and Channels both look the function up there with each request."""
    if not hasattr(cookies, "_unquote_sub"):
        cookies._unquote = unquote_cookie  # type: ignore[assignment]  # None comes in from no header


def unquote_cookie(value: str) -> str:
    """The value of a cookie without the quotation marks around it and the backslashes in it."""
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return ESCAPED.sub(lambda found: chr(int(found[1], 8)) if found[1] else found[2], value[1:-1])
