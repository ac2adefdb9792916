"""Whether a question may be worked on at all: rate limits, budgets, open sockets, personal data.

May import from this app: models, privacy.
"""
