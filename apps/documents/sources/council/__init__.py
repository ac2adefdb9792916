"""Information systems of councils and parliaments: a file for each interface.

May import from this app: fetching, parsing.formats, sources.connectors.
"""
