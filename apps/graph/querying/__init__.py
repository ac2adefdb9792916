"""What a search reads of the graph: neighbourhoods, reports, excerpts, points of a global answer.

May import from this app: communities, extraction, models.
"""
