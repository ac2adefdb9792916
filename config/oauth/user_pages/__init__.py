"""What people see of OAuth: the page that asks them, the list of what they have connected, the programs in the console.

May import from this app: api.tokens, http, oauth.
"""
