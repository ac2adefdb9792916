"""Template filter for quotes: the texts of their links without the addresses."""

from django import template

from apps.text.grammar.strip_link_addresses import strip_link_addresses

register = template.Library()
register.filter("link_texts", strip_link_addresses)
