"""Where the two syntaxes of EN 16931 keep the terms of an invoice: UBL 2.1 and Cross Industry Invoice (CII) D16B.

Paths as lxml reads them, whatever the prefixes of a file. An empty path: the syntax has no such term.
"""

from dataclasses import dataclass, replace

Path = str
Labelled = tuple[tuple[str, Path], ...]


@dataclass(frozen=True, slots=True)
class Syntax:
    """`seller` and `buyer` lead to a party, `lines` to the items, `taxes` to the sums of each rate."""

    number: Path
    kind: Path
    currency: Path
    head: Labelled
    notes: Path
    seller: Path
    buyer: Path
    party: Labelled
    payment: Labelled
    payment_means: Path
    lines: Path
    line: Labelled
    line_note: Path
    taxes: Path
    tax_rate: Path
    taxable: Path
    tax: Path
    totals: Labelled


def path(names: str) -> Path:
    """`A/B` for elements of these names in any namespace."""
    return "/".join(f"{{*}}{name}" for name in names.split("/"))


def labelled(**paths: str) -> Labelled:
    return tuple((name, path(names)) for name, names in paths.items())


def of_ubl(kind: str, line: str, quantity: str) -> Syntax:
    """Invoices and credit notes differ in the names of three elements."""
    return replace(
        UBL,
        kind=path(kind),
        lines=path(line),
        line=tuple((name, path(quantity) if name == QUANTITY else where) for name, where in UBL.line),
    )


QUANTITY = "Menge"
ADDRESS_OF_UBL, CONTACT_OF_UBL = "PostalAddress", "Contact"
UBL = Syntax(
    number=path("ID"),
    kind="",
    currency=path("DocumentCurrencyCode"),
    head=labelled(
        Datum="IssueDate",
        Fälligkeit="DueDate",
        Leitweg="BuyerReference",
        Bestellung="OrderReference/ID",
        Vertrag="ContractDocumentReference/ID",
        Lieferdatum="Delivery/ActualDeliveryDate",
        Beginn="InvoicePeriod/StartDate",
        Ende="InvoicePeriod/EndDate",
        Vorgänger="BillingReference/InvoiceDocumentReference/ID",
    ),
    notes=path("Note"),
    seller=path("AccountingSupplierParty/Party"),
    buyer=path("AccountingCustomerParty/Party"),
    party=labelled(
        Name="PartyLegalEntity/RegistrationName",
        Handelsname="PartyName/Name",
        Straße=f"{ADDRESS_OF_UBL}/StreetName",
        Zusatz=f"{ADDRESS_OF_UBL}/AdditionalStreetName",
        PLZ=f"{ADDRESS_OF_UBL}/PostalZone",
        Ort=f"{ADDRESS_OF_UBL}/CityName",
        Land=f"{ADDRESS_OF_UBL}/Country/IdentificationCode",
        Steuernummer="PartyTaxScheme/CompanyID",
        Ansprechpartner=f"{CONTACT_OF_UBL}/Name",
        Telefon=f"{CONTACT_OF_UBL}/Telephone",
        Mail=f"{CONTACT_OF_UBL}/ElectronicMail",
    ),
    payment=labelled(
        IBAN="PaymentMeans/PayeeFinancialAccount/ID",
        Kontoinhaber="PaymentMeans/PayeeFinancialAccount/Name",
        BIC="PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID",
        Verwendungszweck="PaymentMeans/PaymentID",
        Bedingungen="PaymentTerms/Note",
    ),
    payment_means=path("PaymentMeans/PaymentMeansCode"),
    lines="",
    line=labelled(
        Position="ID",
        Bezeichnung="Item/Name",
        Menge="InvoicedQuantity",
        Einzelpreis="Price/PriceAmount",
        USt="Item/ClassifiedTaxCategory/Percent",
        Betrag="LineExtensionAmount",
    ),
    line_note=path("Item/Description"),
    taxes=path("TaxTotal/TaxSubtotal"),
    tax_rate=path("TaxCategory/Percent"),
    taxable=path("TaxableAmount"),
    tax=path("TaxAmount"),
    totals=labelled(
        Positionen="LegalMonetaryTotal/LineExtensionAmount",
        Abzüge="LegalMonetaryTotal/AllowanceTotalAmount",
        Zuschläge="LegalMonetaryTotal/ChargeTotalAmount",
        Netto="LegalMonetaryTotal/TaxExclusiveAmount",
        Umsatzsteuer="TaxTotal/TaxAmount",
        Brutto="LegalMonetaryTotal/TaxInclusiveAmount",
        Gezahlt="LegalMonetaryTotal/PrepaidAmount",
        Zahlbetrag="LegalMonetaryTotal/PayableAmount",
    ),
)
UBL_INVOICE = of_ubl("InvoiceTypeCode", "InvoiceLine", "InvoicedQuantity")
UBL_CREDIT_NOTE = of_ubl("CreditNoteTypeCode", "CreditNoteLine", "CreditedQuantity")
DEAL = "SupplyChainTradeTransaction"
AGREED, DELIVERED, SETTLED = (f"{DEAL}/ApplicableHeaderTrade{part}" for part in ("Agreement", "Delivery", "Settlement"))
SUMS = f"{SETTLED}/SpecifiedTradeSettlementHeaderMonetarySummation"
MEANS = f"{SETTLED}/SpecifiedTradeSettlementPaymentMeans"
CONTACT_OF_CII, PERIOD = "DefinedTradeContact", f"{SETTLED}/BillingSpecifiedPeriod"
CII = Syntax(
    number=path("ExchangedDocument/ID"),
    kind=path("ExchangedDocument/TypeCode"),
    currency=path(f"{SETTLED}/InvoiceCurrencyCode"),
    head=labelled(
        Datum="ExchangedDocument/IssueDateTime/DateTimeString",
        Fälligkeit=f"{SETTLED}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString",
        Leitweg=f"{AGREED}/BuyerReference",
        Bestellung=f"{AGREED}/BuyerOrderReferencedDocument/IssuerAssignedID",
        Vertrag=f"{AGREED}/ContractReferencedDocument/IssuerAssignedID",
        Lieferdatum=f"{DELIVERED}/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString",
        Beginn=f"{PERIOD}/StartDateTime/DateTimeString",
        Ende=f"{PERIOD}/EndDateTime/DateTimeString",
        Vorgänger=f"{SETTLED}/InvoiceReferencedDocument/IssuerAssignedID",
    ),
    notes=path("ExchangedDocument/IncludedNote/Content"),
    seller=path(f"{AGREED}/SellerTradeParty"),
    buyer=path(f"{AGREED}/BuyerTradeParty"),
    party=labelled(
        Name="Name",
        Handelsname="SpecifiedLegalOrganization/TradingBusinessName",
        Straße="PostalTradeAddress/LineOne",
        Zusatz="PostalTradeAddress/LineTwo",
        PLZ="PostalTradeAddress/PostcodeCode",
        Ort="PostalTradeAddress/CityName",
        Land="PostalTradeAddress/CountryID",
        Steuernummer="SpecifiedTaxRegistration/ID",
        Ansprechpartner=f"{CONTACT_OF_CII}/PersonName",
        Telefon=f"{CONTACT_OF_CII}/TelephoneUniversalCommunication/CompleteNumber",
        Mail=f"{CONTACT_OF_CII}/EmailURIUniversalCommunication/URIID",
    ),
    payment=labelled(
        IBAN=f"{MEANS}/PayeePartyCreditorFinancialAccount/IBANID",
        Kontoinhaber=f"{MEANS}/PayeePartyCreditorFinancialAccount/AccountName",
        BIC=f"{MEANS}/PayeeSpecifiedCreditorFinancialInstitution/BICID",
        Verwendungszweck=f"{SETTLED}/PaymentReference",
        Bedingungen=f"{SETTLED}/SpecifiedTradePaymentTerms/Description",
    ),
    payment_means=path(f"{MEANS}/TypeCode"),
    lines=path(f"{DEAL}/IncludedSupplyChainTradeLineItem"),
    line=labelled(
        Position="AssociatedDocumentLineDocument/LineID",
        Bezeichnung="SpecifiedTradeProduct/Name",
        Menge="SpecifiedLineTradeDelivery/BilledQuantity",
        Einzelpreis="SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
        USt="SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",
        Betrag="SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    ),
    line_note=path("SpecifiedTradeProduct/Description"),
    taxes=path(f"{SETTLED}/ApplicableTradeTax"),
    tax_rate=path("RateApplicablePercent"),
    taxable=path("BasisAmount"),
    tax=path("CalculatedAmount"),
    totals=labelled(
        Positionen=f"{SUMS}/LineTotalAmount",
        Abzüge=f"{SUMS}/AllowanceTotalAmount",
        Zuschläge=f"{SUMS}/ChargeTotalAmount",
        Netto=f"{SUMS}/TaxBasisTotalAmount",
        Umsatzsteuer=f"{SUMS}/TaxTotalAmount",
        Brutto=f"{SUMS}/GrandTotalAmount",
        Gezahlt=f"{SUMS}/TotalPrepaidAmount",
        Zahlbetrag=f"{SUMS}/DuePayableAmount",
    ),
)
SYNTAXES = {
    "{urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice": UBL_INVOICE,
    "{urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2}CreditNote": UBL_CREDIT_NOTE,
    "{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice": CII,
}
"""By the name of the first element."""
