"""The handbook at /help/ for people with access to the console: chapters, how they are shown, searched and linked.

The texts lie in docs/handbook/ (de, en), one Markdown file a chapter and language; their pictures are made by
docs/handbook/pictures.py from the running product.

May import from this app: nothing.
"""
