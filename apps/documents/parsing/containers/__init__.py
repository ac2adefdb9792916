"""Files within files: what a ZIP archive holds, what was attached to a mail.

May import from this app: parsing, parsing.formats, parsing.mail.
"""
