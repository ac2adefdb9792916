"""One file for each kind of source, and what a kind has to implement.

May import from this app: fetching, parsing, parsing.containers, parsing.formats, parsing.mail, parsing.pdf, sandbox.
"""
