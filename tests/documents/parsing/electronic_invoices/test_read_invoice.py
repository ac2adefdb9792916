"""Invoices in both syntaxes of EN 16931, written for these tests: what people read of them."""

import pytest

from apps.documents.parsing.electronic_invoices.read_invoice import format_amount, is_invoice
from apps.documents.parsing.formats.detect_media_type import XML_MESSAGE, media_type_of
from apps.documents.parsing.formats.xoev_or_invoice_document import parse_xml_message
from apps.documents.parsing.types import ParseFailure

UBL = """<?xml version="1.0" encoding="UTF-8"?>
<ubl:Invoice xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
 <cbc:ID>RE-2026-17</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:DueDate>2026-12-02</cbc:DueDate>
 <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:Note>Vielen Dank für Ihren Auftrag.</cbc:Note>
 <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>
 <cac:AccountingSupplierParty><cac:Party><cac:PostalAddress><cbc:StreetName>Hafenweg 3</cbc:StreetName>
  <cbc:CityName>Musterstadt</cbc:CityName><cbc:PostalZone>12345</cbc:PostalZone></cac:PostalAddress>
  <cac:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID></cac:PartyTaxScheme>
  <cac:PartyLegalEntity><cbc:RegistrationName>Gartenbau Linde GmbH</cbc:RegistrationName></cac:PartyLegalEntity>
 </cac:Party></cac:AccountingSupplierParty>
 <cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount>
  <cbc:ID>DE02120300000000202051</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
 <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">237.50</cbc:TaxAmount><cac:TaxSubtotal>
  <cbc:TaxableAmount>1250.00</cbc:TaxableAmount><cbc:TaxAmount>237.50</cbc:TaxAmount>
  <cac:TaxCategory><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
 <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>1250.00</cbc:TaxExclusiveAmount>
  <cbc:PayableAmount>1487.50</cbc:PayableAmount></cac:LegalMonetaryTotal>
 <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="HUR">25</cbc:InvoicedQuantity>
  <cbc:LineExtensionAmount>1250.00</cbc:LineExtensionAmount><cac:Item><cbc:Description>am Rathaus</cbc:Description>
  <cbc:Name>Pflege der Beete</cbc:Name><cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent>
  </cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount>50.00</cbc:PriceAmount></cac:Price>
 </cac:InvoiceLine>
</ubl:Invoice>"""
CII = """<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
 xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
 <rsm:ExchangedDocument><ram:ID>471102</ram:ID><ram:TypeCode>381</ram:TypeCode><ram:IssueDateTime>
  <udt:DateTimeString format="102">20261128</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
 <rsm:SupplyChainTradeTransaction>
  <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID>
   </ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>Trennblätter A4</ram:Name>
   </ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice>
   <ram:ChargeAmount>9.9000</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
   <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="H87">20.0000</ram:BilledQuantity>
   </ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax>
   <ram:RateApplicablePercent>7</ram:RateApplicablePercent></ram:ApplicableTradeTax>
   <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>198.00</ram:LineTotalAmount>
   </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
  </ram:IncludedSupplyChainTradeLineItem>
  <ram:ApplicableHeaderTradeAgreement><ram:BuyerTradeParty><ram:Name>Kunden AG Mitte</ram:Name>
  </ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
   <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>211.86</ram:GrandTotalAmount>
   </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
 </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>"""


def text_of(source: str) -> str:
    return "\n".join(page.text for page in parse_xml_message(source.encode(), XML_MESSAGE).pages)


def test_an_invoice_in_ubl_is_read_with_its_items_and_sums() -> None:
    text = text_of(UBL)
    assert text.startswith("# Rechnung RE-2026-17")
    for said in (
        "Datum: 02.11.2026", "Fälligkeit: 02.12.2026", "Leitweg-ID oder Zeichen des Käufers: 04011000-12345-34",
        "Vielen Dank für Ihren Auftrag.", "## Verkäufer", "Name: Gartenbau Linde GmbH", "PLZ: 12345",
        "USt-IdNr. oder Steuernummer: DE123456789",
        "| 1 | Pflege der Beete: am Rathaus | 25 Stunde | 50,00 | 19 % | 1.250,00 |",
        "| 19 % | 1.250,00 | 237,50 |", "| Zahlbetrag | 1.487,50 |", "Zahlungsart: SEPA-Überweisung",
        "IBAN: DE02120300000000202051",
    ):  # fmt: skip
        assert said in text


def test_a_credit_note_in_cii_is_read_the_same_way() -> None:
    text = text_of(CII)
    assert text.startswith("# Gutschrift 471102")
    assert "Datum: 28.11.2026" in text
    assert "| 1 | Trennblätter A4 | 20,0000 Stück | 9,9000 | 7 % | 198,00 |" in text
    assert "## Käufer\n\nName: Kunden AG Mitte" in text
    assert "| Gesamtbetrag mit Umsatzsteuer | 211,86 |" in text


@pytest.mark.parametrize("source", [UBL, CII])
def test_an_invoice_is_known_by_its_first_element(source: str) -> None:
    assert media_type_of(source.encode(), "rechnung.xml") == XML_MESSAGE


def test_a_credit_note_in_ubl_has_its_own_names() -> None:
    note = UBL.replace("Invoice-2", "CreditNote-2").replace("ubl:Invoice", "ubl:CreditNote")
    note = note.replace("InvoiceLine", "CreditNoteLine").replace("InvoicedQuantity", "CreditedQuantity")
    text = text_of(
        note.replace("InvoiceTypeCode>380", "CreditNoteTypeCode>381").replace("InvoiceType", "CreditNoteType")
    )
    assert text.startswith("# Gutschrift RE-2026-17")
    assert "| 25 Stunde |" in text


def test_an_entity_in_an_invoice_stands_for_nothing() -> None:
    attack = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + UBL.partition("?>")[2].strip()
    assert "root:" not in text_of(attack.replace("Vielen Dank", "&x;"))


def test_other_xml_is_refused() -> None:
    assert not is_invoice(b"<Invoice xmlns='urn:other'><ID>1</ID></Invoice>")
    with pytest.raises(ParseFailure):
        media_type_of(b"<?xml version='1.0'?><Invoice xmlns='urn:other'/>", "a.xml")


@pytest.mark.parametrize(
    ("stated", "read"),
    [("1234567.5", "1.234.567,5"), ("-12.00", "-12,00"), ("999", "999"), ("n/a", "n/a"), ("", "")],
)
def test_amounts_are_written_as_in_german(stated: str, read: str) -> None:
    assert format_amount(stated) == read


def test_a_price_names_the_quantity_that_it_is_for() -> None:
    of_ubl = '50.00</cbc:PriceAmount><cbc:BaseQuantity unitCode="KWH">100</cbc:BaseQuantity>'
    assert "| 50,00 je 100 kWh |" in text_of(UBL.replace("50.00</cbc:PriceAmount>", of_ubl))
    of_cii = '9.9000</ram:ChargeAmount><ram:BasisQuantity unitCode="H87">10.0</ram:BasisQuantity>'
    assert "| 9,9000 je 10,0 " in text_of(CII.replace("9.9000</ram:ChargeAmount>", of_cii))
    of_one = '50.00</cbc:PriceAmount><cbc:BaseQuantity unitCode="HUR">1.0</cbc:BaseQuantity>'
    assert text_of(UBL.replace("50.00</cbc:PriceAmount>", of_one)) == text_of(UBL)


def test_why_no_tax_is_charged_stands_below_the_rates() -> None:
    reason = "Steuerschuldnerschaft des Leistungsempfängers"
    rate = "<cbc:Percent>19</cbc:Percent></cac:TaxCategory>"
    freed = f"<cbc:Percent>0</cbc:Percent><cbc:TaxExemptionReason>{reason}</cbc:TaxExemptionReason></cac:TaxCategory>"
    assert f"Keine Umsatzsteuer: {reason}" in text_of(UBL.replace(rate, freed))
    assert "Keine Umsatzsteuer" not in text_of(UBL)
