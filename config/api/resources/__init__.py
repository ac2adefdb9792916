"""One file for each resource of the REST interface.

May import from this app: api.openapi, api.protocol, api.tokens.
"""
