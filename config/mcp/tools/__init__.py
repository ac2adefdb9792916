"""One file for each tool: its arguments, what it gives, what it calls.

May import from this app: api.openapi, api.protocol, api.resources, api.tokens.
"""
