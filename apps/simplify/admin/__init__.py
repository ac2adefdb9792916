"""The admin of plain language: text types, protected words, models, options and kept rewrites.

Each file registers its own classes; importing this package registers all of them.

May import from this app: its root.
"""

from apps.simplify.admin import protected_words, text_types_options_and_rewrites

__all__ = ["protected_words", "text_types_options_and_rewrites"]
