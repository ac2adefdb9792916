"""The list of documents for the public: what matches a search and filters, each with its page view, and as a feed.

May import from this app: admission, models.
"""
