"""What the templates of the admin ask for."""

from typing import Any

from django import template
from django.template import RequestContext

from config.console.overview import figures_and_facts

register = template.Library()


@register.simple_tag(takes_context=True)
def overview(context: RequestContext) -> dict[str, Any]:
    """Documents by status, and facts as (fact, link the person may follow)."""
    figures, facts = figures_and_facts()
    return {"figures": figures, "facts": [(fact, fact.url(context["user"])) for fact in facts]}
