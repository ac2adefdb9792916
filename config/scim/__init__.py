"""SCIM 2.0 (RFC 7643, 7644) at /scim/v2: the organisation's directory makes, changes and closes accounts and groups.

scim2-server is the protocol (paths, filters, PATCH, ETags, errors); here lie what is kept of people and groups
(resource_schemas.py), where it is kept (storage.py, users.py, groups.py, row_queries.py), and the address
(endpoint.py). Only a first request loads the library: other web processes do without its 33 MB.

May import from this app: api.protocol, api.tokens, console, user_directory.
"""
