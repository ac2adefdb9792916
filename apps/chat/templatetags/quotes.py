"""Shows quotes as people read them."""

from django import template

from apps.text.grammar.strip_link_addresses import link_texts

register = template.Library()
register.filter("link_texts", link_texts)
