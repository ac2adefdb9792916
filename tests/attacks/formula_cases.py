"""Texts that a spreadsheet might take for a formula: what begins one, behind all that may stand before it unseen."""

import unicodedata
from itertools import product

PAYLOADS = ['=HYPERLINK("http://evil.example","x")', "=1+1", "+1+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(1+1)"]
PAYLOADS += ["＝1+1", "＋1+x", "－1+x", "＠SUM(1)", '=cmd|"/C calc"!A1']
BEFORE = ["", " ", "\t", "\r", "\n", "\r\n", "\u200b", "\ufeff", "\u00ad", "\xa0", "\u2060", "\u3000", "\u202e", "\x00"]
BEFORE += [";", "a;", "a,", "a\n", "a\t", 'a;"', "'", '"', "a|\u200b"]
CASES = ["".join(pair) for pair in product(BEFORE, PAYLOADS)]


def begins_formula(cell: str) -> bool:
    """Judged by Unicode's own tables, not by the exporter's."""
    seen = unicodedata.normalize("NFKC", cell.lstrip("\t\r\n "))
    seen = "".join(sign for sign in seen if unicodedata.category(sign) not in ("Cf", "Cc", "Zs", "Mn")).lstrip('"')
    return seen.startswith(("=", "+", "-", "@"))
