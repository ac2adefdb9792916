"""OAuth 2.1 for people: a program asks, the person says yes on a page of ours, the program gets a short token.

django-oauth-toolkit is the protocol. Here lie what it is told (settings.py, request_validator.py), what programs read
(discovery_metadata.py) and call (token_endpoints.py, dynamic_client_registration.py); what people see is in
user_pages/.

May import from this app: api.tokens, http, its root, oauth.user_pages.
"""
