"""Pages of wikis: Confluence (its storage format as text, its restrictions as readers) and XWiki.

May import from this app: fetching, parsing.formats, sources.connectors.
"""
