"""What stands around a quote on its page and restricts it or takes it back: sentences, headings, notes.

A sentence that stands on a page is proved by it only where the page says it, and as widely.

May import from this app: contradictions, reply_parsing.
"""
