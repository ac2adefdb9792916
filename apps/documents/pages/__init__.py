"""Pages as people see them: image, text, the marked quote.

May import from this app: models, parsing, parsing.pdf, sandbox.
"""
