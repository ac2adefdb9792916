"""The OpenAPI description and its pages.

May import from this app: api.protocol, api.tokens.
"""
