"""Template tags of every page, error pages included: the site's name, single sign-on, the rules in force."""

from django import template
from django.conf import settings
from django.db import DatabaseError
from django.template import Context

from apps.chat.models.service_settings import ServiceRules, load_service_rules

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """The name people know this installation by (SITE_NAME)."""
    return str(settings.SITE_NAME)


@register.simple_tag
def has_single_sign_on() -> bool:
    """Whether staff may sign in with their organisation's account (OIDC_ISSUER)."""
    return bool(settings.OIDC_ISSUER)


@register.simple_tag(takes_context=True)
def service_rules(context: Context) -> ServiceRules:
    """The rules in force. Error pages, which have no request, ask no database: it may be what is broken."""
    if "request" not in context:
        return ServiceRules()
    try:
        return load_service_rules()
    except DatabaseError:
        return ServiceRules()
