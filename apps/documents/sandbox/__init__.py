"""Processes with limits that read foreign files: a server forks children, and a pool speaks to it.

May import from this app: keywords, parsing, parsing.containers, parsing.formats, parsing.office_source_text,
parsing.page_parts, parsing.pdf, parsing.pictures_and_books_to_pdf, parsing.prepare_for_conversion,
parsing.repair_printed_pages.
"""
