"""The REST interface, one file for each resource.

May import from this app: api.description, api.protocol, api.resources, api.tokens.
"""
