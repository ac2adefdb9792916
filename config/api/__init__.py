"""The REST interface, one file for each resource.

May import from this app: api.openapi, api.protocol, api.resources, api.tokens.
"""
