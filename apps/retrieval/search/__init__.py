"""One search from settings to passages: routing, embedding, reranking, context window, explanation.

May import from this app: algorithms, its root, query, vectors.
"""
