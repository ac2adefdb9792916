"""Plain language on the public page: form, presentation, downloads.

May import from this app: checks, its root, rewriting, text.
"""
