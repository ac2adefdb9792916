"""The Model Context Protocol: other assistants search, ask and prove quotes here, with the rights of a token's owner.

May import from this app: api.protocol, api.tokens, http, mcp.protocol, mcp.tools.
"""
