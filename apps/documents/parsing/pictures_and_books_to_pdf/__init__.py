"""Pictures and books drawn as PDF, in the limited child process.

May import from this app: parsing, parsing.formats.
"""
