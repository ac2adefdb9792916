"""Pictures and books drawn as PDF, in the limited child process.

May import from this app: parsing, parsing.formats, parsing.office_source_text, parsing.web_pages.
"""
