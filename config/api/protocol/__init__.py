"""What all resources share: tokens and scopes, errors, throttling, negotiation, event streams.

May import from this app: api.tokens.
"""
