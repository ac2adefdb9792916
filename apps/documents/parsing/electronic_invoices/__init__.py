"""Electronic invoices (XRechnung, ZUGFeRD, Factur-X, Peppol) as text that people read.

May import from this app: parsing.
"""
