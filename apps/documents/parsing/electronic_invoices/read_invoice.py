"""Reads an electronic invoice as Markdown: its head, the parties, the items and sums as tables."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from apps.documents.parsing.electronic_invoices.invoice_codes import INVOICE_KINDS, PAYMENT_MEANS, UNIT_NAMES
from apps.documents.parsing.electronic_invoices.invoice_syntaxes import (
    QUANTITY,
    SYNTAX_BY_ROOT,
    ElementPath,
    InvoiceSyntax,
    LabelledPaths,
)
from apps.documents.parsing.parse_xml_tree import parse_xml
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    from lxml.etree import _Element

SNIFFED_BYTES = 4_096
NAMESPACES = tuple(name.partition("}")[0].lstrip("{").encode() for name in SYNTAX_BY_ROOT)
ROOT = re.compile(rb"<(?:[\w.-]{1,100}:)?(?:Invoice|CreditNote|CrossIndustryInvoice)\s[^>]{0,3000}")
DAY = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)")
AMOUNT = re.compile(r"(-?)(\d{1,15})(?:\.(\d{1,15}))?")
LABELS = {
    "Leitweg": "Leitweg-ID oder Zeichen des Käufers",
    "Steuernummer": "USt-IdNr. oder Steuernummer",
    "Vorgänger": "Bezieht sich auf Rechnung",
    "Beginn": "Abgerechnet ab",
    "Ende": "Abgerechnet bis",
    "Mail": "E-Mail",
    "Bedingungen": "Zahlungsbedingungen",
    "Positionen": "Summe der Positionen",
    "Abzüge": "Abzüge vom Gesamtbetrag",
    "Zuschläge": "Zuschläge auf den Gesamtbetrag",
    "Netto": "Gesamtbetrag ohne Umsatzsteuer",
    "Brutto": "Gesamtbetrag mit Umsatzsteuer",
    "Gezahlt": "Bereits gezahlt",
    "USt": "USt.",
}
"""Names of terms that are no label by themselves."""
PRICE = "Einzelpreis"
OF_MONEY, SHARES = (PRICE, "Betrag"), ("USt",)
DAYS = ("Datum", "Fälligkeit", "Lieferdatum", "Beginn", "Ende")


def is_invoice(data: bytes) -> bool:
    """Whether it is one by the name and the namespaces of the first element."""
    begin = data[:SNIFFED_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    found = ROOT.search(begin) if begin.startswith(b"<") else None
    return found is not None and any(name in found[0] for name in NAMESPACES)


def read_invoice(data: bytes) -> tuple[str, str]:
    """Title and Markdown without the title. Raises ParseFailure (damaged). Nothing is fetched."""
    try:
        root = parse_xml(data)
    except (SyntaxError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The invoice is not well-formed XML: {error}") from error
    syntax = SYNTAX_BY_ROOT.get(str(root.tag))
    if syntax is None:
        raise ParseFailure(FailureReason.DAMAGED, "The file calls itself an electronic invoice and is none.")
    kind = INVOICE_KINDS.get(element_text(root, syntax.kind), "Rechnung")
    return f"{kind} {element_text(root, syntax.number)}".strip(), "\n\n".join(
        filter(None, render_sections(root, syntax))
    )


def render_sections(root: "_Element", syntax: InvoiceSyntax) -> Iterator[str]:
    currency = element_text(root, syntax.currency)
    yield render_terms(root, syntax.head)
    yield "\n\n".join(text for note in root.iterfind(syntax.notes) if (text := " ".join((note.text or "").split())))
    for title, place in (("Verkäufer", syntax.seller), ("Käufer", syntax.buyer)):
        if (party := root.find(place)) is not None:
            yield f"## {title}\n\n{render_terms(party, syntax.party)}"
    yield render_items(root.findall(syntax.lines), syntax, currency)
    yield render_taxes(root.findall(syntax.taxes), syntax, currency)
    yield render_totals(root, syntax.totals, currency)
    means = element_text(root, syntax.payment_means)
    lines = [f"Zahlungsart: {PAYMENT_MEANS.get(means, means)}"] if means else []
    if lines := [*lines, *filter(None, [render_terms(root, syntax.payment)])]:
        yield "## Zahlung\n\n" + "  \n".join(lines)


def render_terms(element: "_Element", labels: LabelledPaths) -> str:
    """A line for each term that the invoice states; one that it states twice has both."""
    found = [(name, [term_value(name, each) for each in element.iterfind(place)]) for name, place in labels]
    return "  \n".join(f"{LABELS.get(name, name)}: {', '.join(values)}" for name, values in found if any(values))


def term_value(name: str, element: "_Element") -> str:
    text = " ".join((element.text or "").split())
    return format_day(text) if name in DAYS else text


def element_text(element: "_Element", place: ElementPath) -> str:
    return " ".join((element.findtext(place) or "").split()) if place else ""


def render_items(lines: Sequence["_Element"], syntax: InvoiceSyntax, currency: str) -> str:
    names = [name for name, _ in syntax.line]
    head = [f"{LABELS.get(name, name)} ({currency})" if name in OF_MONEY else LABELS.get(name, name) for name in names]
    rows = [[format_item_cell(line, name, place, syntax) for name, place in syntax.line] for line in lines]
    return f"## Positionen\n\n{render_table(head, rows)}" if rows else ""


def format_item_cell(line: "_Element", name: str, place: ElementPath, syntax: InvoiceSyntax) -> str:
    """An amount with its unit, a price, a rate, or the name of an item with its description."""
    text = element_text(line, place)
    if name == QUANTITY and text:
        return format_quantity(line, place)
    if name in SHARES:
        return f"{format_amount(text)} %" if text else ""
    if name == PRICE and is_for_several(element_text(line, syntax.price_base)):
        return f"{format_amount(text)} je {format_quantity(line, syntax.price_base)}"
    if name in OF_MONEY:
        return format_amount(text)
    more = element_text(line, syntax.line_note) if name == "Bezeichnung" else ""
    return f"{text}: {more}" if more and more != text else text


def format_quantity(line: "_Element", place: ElementPath) -> str:
    """An amount with its unit."""
    unit = next((each.get("unitCode", "") for each in line.iterfind(place)), "")
    return f"{format_amount(element_text(line, place))} {UNIT_NAMES.get(unit, unit)}".strip()


def is_for_several(quantity: str) -> bool:
    """Whether a price is for another quantity than one: "28,50 je 100 kWh"."""
    found = AMOUNT.fullmatch(quantity)
    return found is not None and float(quantity) != 1


def render_taxes(groups: Sequence["_Element"], syntax: InvoiceSyntax, currency: str) -> str:
    head = ["Umsatzsteuersatz", f"Betrag ohne Umsatzsteuer ({currency})", f"Umsatzsteuer ({currency})"]
    rows = [
        [
            f"{format_amount(element_text(each, syntax.tax_rate))} %",
            format_amount(element_text(each, syntax.taxable)),
            format_amount(element_text(each, syntax.tax)),
        ]
        for each in groups
    ]
    reasons = [f"Keine Umsatzsteuer: {text}" for each in groups if (text := element_text(each, syntax.exemption))]
    return "\n\n".join([f"## Umsatzsteuer\n\n{render_table(head, rows)}", *dict.fromkeys(reasons)]) if rows else ""


def render_totals(root: "_Element", labels: LabelledPaths, currency: str) -> str:
    found = [(LABELS.get(name, name), format_amount(element_text(root, place))) for name, place in labels]
    rows = [[label, value] for label, value in found if value]
    return f"## Summen\n\n{render_table(['Summe', f'Betrag ({currency})'], rows)}" if rows else ""


def render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(each.replace('|', '/') for each in line)} |" for line in lines)


def format_day(text: str) -> str:
    """`2026-11-28` and `20261128` as 28.11.2026; others as they are."""
    found = DAY.fullmatch(text)
    return f"{found[3]}.{found[2]}.{found[1]}" if found else text


def format_amount(text: str) -> str:
    """`-1234.50` as -1.234,50, with as many decimals as it has; what is no number as it is."""
    found = AMOUNT.fullmatch(text)
    if found is None:
        return text
    whole = f"{int(found[2]):,}".replace(",", ".")
    return f"{found[1]}{whole},{found[3]}" if found[3] else f"{found[1]}{whole}"
