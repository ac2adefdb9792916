"""Sign-in: passwords, and single sign-on with the organisation's account."""

from django.core.exceptions import ImproperlyConfigured

from config.env import env_int, env_secret, env_str

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "admin:login"
# For who asks to be led to another site.
LOGIN_REDIRECT_URL = "chat:page"

# Staff sign in with their organisation's account; off without an issuer. Endpoints come from the provider itself.
OIDC_ISSUER = env_str("OIDC_ISSUER")
OIDC_CLIENT_ID = env_str("OIDC_CLIENT_ID")
OIDC_CLIENT_SECRET = env_secret("OIDC_CLIENT_SECRET")
OIDC_SCOPES = env_str("OIDC_SCOPES", "openid email profile")
OIDC_SIGN_ALGORITHM = env_str("OIDC_SIGN_ALGORITHM", "RS256")
OIDC_GROUPS_CLAIM = env_str("OIDC_GROUPS_CLAIM", "groups")
OIDC_GROUP_PREFIX = env_str("OIDC_GROUP_PREFIX", "auskunft-")
OIDC_TIMEOUT = env_int("OIDC_TIMEOUT", 10, least=1)
# The claim that says what SCIM sends as externalId: by it a sign-in finds the account that SCIM has made.
SCIM_SUBJECT_CLAIM = env_str("SCIM_SUBJECT_CLAIM", "sub")
if OIDC_ISSUER:
    if not OIDC_CLIENT_ID:
        raise ImproperlyConfigured("OIDC_ISSUER is set, so OIDC_CLIENT_ID must name this service at the provider.")
    AUTHENTICATION_BACKENDS = [
        "django.contrib.auth.backends.ModelBackend",
        "config.single_sign_on.backend.SingleSignOnBackend",
    ]
