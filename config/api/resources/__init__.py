"""One file for each resource of the REST interface.

May import from this app: api.description, api.protocol, api.tokens.
"""
