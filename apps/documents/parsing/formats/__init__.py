"""One reader for each file format, and how the format is recognised.

May import from this app: parsing, parsing.german_e_files, parsing.mail, parsing.pdf, parsing.sheets, parsing.web_pages.
"""
