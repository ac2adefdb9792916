"""Shows quotes as people read them."""

from django import template

from apps.text.grammar.link_texts import link_texts

register = template.Library()
register.filter("link_texts", link_texts)
