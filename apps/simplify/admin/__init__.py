"""The admin of plain language: text types, protected words, models, options and kept rewrites.

Each file registers its own classes; importing this package registers all of them.

May import from this app: its root.
"""

from apps.simplify.admin import settings

__all__ = ["settings"]
