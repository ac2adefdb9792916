"""Staff sign in with their organisation's account (OpenID Connect); off unless OIDC_ISSUER is set.

request_provider_with_timeout.py asks the provider within limits, oidc_discovery.py where its endpoints are, backend.py
turns checked claims into a user with groups, views.py are the two addresses of the flow, which end with a sentence
whatever the provider says.

May import from this app: console, user_directory.
"""
