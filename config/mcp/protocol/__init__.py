"""Messages of JSON-RPC, and what the revisions of the Model Context Protocol say around them.

May import from this app: api.protocol.
"""
