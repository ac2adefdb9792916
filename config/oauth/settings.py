"""How django-oauth-toolkit is used; read by config/settings. What is not named here has the toolkit's default.

Everything that RFC 9700 and the draft of OAuth 2.1 advise against is off: other grants than the code with PKCE, the
method `plain`, tokens in addresses and in the database, refresh tokens that can be used twice.
"""

from typing import Any

from config.env import env_bool, env_list

OAUTH_REGISTRATION = env_bool("OAUTH_REGISTRATION", False)
"""Whether programs may register themselves (RFC 7591). Off: who may ask people for their rights, an office decides;
a stranger could otherwise put a program of any name before its people."""
OAUTH_REDIRECT_SCHEMES = env_list("OAUTH_REDIRECT_SCHEMES")
"""Schemes of programs on people's own machines beside http (this machine only) and https, such as `cursor`."""

DAY = 24 * 60 * 60
OAUTH2_PROVIDER: dict[str, Any] = {
    "SCOPES_BACKEND_CLASS": "config.oauth.scopes_offered_to_programs.OfferedScopes",
    "OAUTH2_VALIDATOR_CLASS": "config.oauth.request_validator.RequestValidator",
    # The code with PKCE, refreshing, revoking: the server classes for more are not loaded.
    "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",
    "ACCESS_TOKEN_GENERATOR": "config.oauth.generate_tokens.generate_access_token",
    "REFRESH_TOKEN_GENERATOR": "config.oauth.generate_tokens.generate_refresh_token",
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 15 * 60,
    # Counted from the last use: a program that nobody uses for so long asks again.
    "REFRESH_TOKEN_EXPIRE_SECONDS": 30 * DAY,
    "ROTATE_REFRESH_TOKEN": True,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "PKCE_REQUIRED": True,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https", *OAUTH_REDIRECT_SCHEMES],
    # Programs on people's machines take a free port for each sign-in, and most call their machine localhost.
    "ALLOW_LOCALHOST_LOOPBACK": True,
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
    "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
    "DCR_ENABLED": OAUTH_REGISTRATION,
    "DCR_REGISTRATION_PERMISSION_CLASSES": ["oauth2_provider.dcr.AllowAllDCRPermission"],
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none", "client_secret_post", "client_secret_basic"],
    # The console shows programs (config/oauth/user_pages/client_programs_admin.py) and no tokens.
    "APPLICATION_ADMIN_CLASS": "config.oauth.hide_toolkit_admin.HiddenAdmin",
    "ACCESS_TOKEN_ADMIN_CLASS": "config.oauth.hide_toolkit_admin.HiddenAdmin",
    "GRANT_ADMIN_CLASS": "config.oauth.hide_toolkit_admin.HiddenAdmin",
    "ID_TOKEN_ADMIN_CLASS": "config.oauth.hide_toolkit_admin.HiddenAdmin",
    "REFRESH_TOKEN_ADMIN_CLASS": "config.oauth.hide_toolkit_admin.HiddenAdmin",
}
