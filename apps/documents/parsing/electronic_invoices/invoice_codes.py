"""Codes of electronic invoices as words: what is billed (UNTDID 1001), units (UN/ECE 20), how it is paid (UNTDID 4461).

A code that is not listed stands as it is.
"""

INVOICE_KINDS = {
    "325": "Proformarechnung",
    "326": "Teilrechnung",
    "380": "Rechnung",
    "381": "Gutschrift",
    "384": "Rechnungskorrektur",
    "386": "Vorauszahlungsrechnung",
    "389": "Selbst ausgestellte Rechnung",
    "875": "Abschlagsrechnung (Bau)",
    "876": "Teilschlussrechnung (Bau)",
    "877": "Schlussrechnung (Bau)",
}
UNIT_NAMES = {
    "ANN": "Jahr",
    "C62": "Stück",
    "DAY": "Tag",
    "EA": "Stück",
    "GRM": "g",
    "H87": "Stück",
    "HAR": "ha",
    "HUR": "Stunde",
    "KGM": "kg",
    "KMT": "km",
    "KWH": "kWh",
    "LS": "pauschal",
    "LTR": "l",
    "MIN": "Minute",
    "MMT": "mm",
    "MON": "Monat",
    "MTK": "m²",
    "MTQ": "m³",
    "MTR": "m",
    "NAR": "Anzahl",
    "P1": "%",
    "SET": "Satz",
    "TNE": "t",
    "WEE": "Woche",
    "XPP": "Stück",
}
PAYMENT_MEANS = {
    "10": "bar",
    "20": "Scheck",
    "30": "Überweisung",
    "48": "Karte",
    "49": "Lastschrift",
    "54": "Kreditkarte",
    "57": "Dauerauftrag",
    "58": "SEPA-Überweisung",
    "59": "SEPA-Lastschrift",
}
