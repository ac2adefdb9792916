"""Files within files: what a ZIP archive or a PDF holds, what was attached to a mail.

May import from this app: parsing, parsing.formats, parsing.mail, parsing.pdf.
"""
