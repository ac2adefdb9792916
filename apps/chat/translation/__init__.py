"""Between the asker's language and that of the documents, where a language model can read both.

May import from this app: nothing.
"""
