"""One reader for each file format, and how the format is recognised.

May import from this app: parsing, parsing.electronic_invoices, parsing.mail, parsing.pdf, parsing.sheets,
parsing.web_pages, parsing.xoev_messages.
"""
