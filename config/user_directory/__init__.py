"""What the organisation's directory says of people and groups: who has an account, which groups here its groups are.

Filled by SCIM (config/scim/) and at sign-in (config/single_sign_on/). A superuser's account is never touched.

May import from this app: api.tokens, console, oauth.user_pages.
"""
