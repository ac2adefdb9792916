"""Where the two syntaxes of EN 16931 keep the terms of an invoice: UBL 2.1 and Cross Industry Invoice (CII) D16B.

Paths as lxml reads them, whatever the prefixes of a file. An empty path: the syntax has no such term.
"""

from dataclasses import dataclass, replace

ElementPath = str
LabelledPaths = tuple[tuple[str, ElementPath], ...]


@dataclass(frozen=True, slots=True)
class InvoiceSyntax:
    """`seller` and `buyer` lead to a party, `lines` to the items, `taxes` to the sums of each rate."""

    number: ElementPath
    kind: ElementPath
    currency: ElementPath
    head: LabelledPaths
    notes: ElementPath
    seller: ElementPath
    buyer: ElementPath
    party: LabelledPaths
    payment: LabelledPaths
    payment_means: ElementPath
    lines: ElementPath
    line: LabelledPaths
    line_note: ElementPath
    price_base: ElementPath
    """The quantity that a unit price is for (BT-149)."""
    taxes: ElementPath
    tax_rate: ElementPath
    taxable: ElementPath
    tax: ElementPath
    exemption: ElementPath
    """Why no tax is charged (BT-120)."""
    totals: LabelledPaths


def namespaced_path(names: str) -> ElementPath:
    """`A/B` for elements of these names in any namespace."""
    return "/".join(f"{{*}}{name}" for name in names.split("/"))


def labelled_paths(**paths: str) -> LabelledPaths:
    return tuple((name, namespaced_path(names)) for name, names in paths.items())


def build_ubl_syntax(kind: str, line: str, quantity: str) -> InvoiceSyntax:
    """Invoices and credit notes differ in the names of three elements."""
    return replace(
        UBL,
        kind=namespaced_path(kind),
        lines=namespaced_path(line),
        line=tuple((name, namespaced_path(quantity) if name == QUANTITY else where) for name, where in UBL.line),
    )


QUANTITY = "Menge"
ADDRESS_OF_UBL, CONTACT_OF_UBL = "PostalAddress", "Contact"
UBL = InvoiceSyntax(
    number=namespaced_path("ID"),
    kind="",
    currency=namespaced_path("DocumentCurrencyCode"),
    head=labelled_paths(
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
    notes=namespaced_path("Note"),
    seller=namespaced_path("AccountingSupplierParty/Party"),
    buyer=namespaced_path("AccountingCustomerParty/Party"),
    party=labelled_paths(
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
    payment=labelled_paths(
        IBAN="PaymentMeans/PayeeFinancialAccount/ID",
        Kontoinhaber="PaymentMeans/PayeeFinancialAccount/Name",
        BIC="PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID",
        Verwendungszweck="PaymentMeans/PaymentID",
        Bedingungen="PaymentTerms/Note",
    ),
    payment_means=namespaced_path("PaymentMeans/PaymentMeansCode"),
    lines="",
    line=labelled_paths(
        Position="ID",
        Bezeichnung="Item/Name",
        Menge="InvoicedQuantity",
        Einzelpreis="Price/PriceAmount",
        USt="Item/ClassifiedTaxCategory/Percent",
        Betrag="LineExtensionAmount",
    ),
    line_note=namespaced_path("Item/Description"),
    price_base=namespaced_path("Price/BaseQuantity"),
    taxes=namespaced_path("TaxTotal/TaxSubtotal"),
    tax_rate=namespaced_path("TaxCategory/Percent"),
    taxable=namespaced_path("TaxableAmount"),
    tax=namespaced_path("TaxAmount"),
    exemption=namespaced_path("TaxCategory/TaxExemptionReason"),
    totals=labelled_paths(
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
UBL_INVOICE = build_ubl_syntax("InvoiceTypeCode", "InvoiceLine", "InvoicedQuantity")
UBL_CREDIT_NOTE = build_ubl_syntax("CreditNoteTypeCode", "CreditNoteLine", "CreditedQuantity")
DEAL = "SupplyChainTradeTransaction"
AGREED, DELIVERED, SETTLED = (f"{DEAL}/ApplicableHeaderTrade{part}" for part in ("Agreement", "Delivery", "Settlement"))
SUMS = f"{SETTLED}/SpecifiedTradeSettlementHeaderMonetarySummation"
MEANS = f"{SETTLED}/SpecifiedTradeSettlementPaymentMeans"
CONTACT_OF_CII, PERIOD = "DefinedTradeContact", f"{SETTLED}/BillingSpecifiedPeriod"
CII = InvoiceSyntax(
    number=namespaced_path("ExchangedDocument/ID"),
    kind=namespaced_path("ExchangedDocument/TypeCode"),
    currency=namespaced_path(f"{SETTLED}/InvoiceCurrencyCode"),
    head=labelled_paths(
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
    notes=namespaced_path("ExchangedDocument/IncludedNote/Content"),
    seller=namespaced_path(f"{AGREED}/SellerTradeParty"),
    buyer=namespaced_path(f"{AGREED}/BuyerTradeParty"),
    party=labelled_paths(
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
    payment=labelled_paths(
        IBAN=f"{MEANS}/PayeePartyCreditorFinancialAccount/IBANID",
        Kontoinhaber=f"{MEANS}/PayeePartyCreditorFinancialAccount/AccountName",
        BIC=f"{MEANS}/PayeeSpecifiedCreditorFinancialInstitution/BICID",
        Verwendungszweck=f"{SETTLED}/PaymentReference",
        Bedingungen=f"{SETTLED}/SpecifiedTradePaymentTerms/Description",
    ),
    payment_means=namespaced_path(f"{MEANS}/TypeCode"),
    lines=namespaced_path(f"{DEAL}/IncludedSupplyChainTradeLineItem"),
    line=labelled_paths(
        Position="AssociatedDocumentLineDocument/LineID",
        Bezeichnung="SpecifiedTradeProduct/Name",
        Menge="SpecifiedLineTradeDelivery/BilledQuantity",
        Einzelpreis="SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
        USt="SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",
        Betrag="SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    ),
    line_note=namespaced_path("SpecifiedTradeProduct/Description"),
    price_base=namespaced_path("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity"),
    taxes=namespaced_path(f"{SETTLED}/ApplicableTradeTax"),
    tax_rate=namespaced_path("RateApplicablePercent"),
    taxable=namespaced_path("BasisAmount"),
    tax=namespaced_path("CalculatedAmount"),
    exemption=namespaced_path("ExemptionReason"),
    totals=labelled_paths(
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
SYNTAX_BY_ROOT = {
    "{urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice": UBL_INVOICE,
    "{urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2}CreditNote": UBL_CREDIT_NOTE,
    "{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice": CII,
}
"""By the name of the first element."""
