"""One search from set-up to passages: routing, embedding, reranking, context window, explanation.

May import from this app: algorithms, query, preparation, vectors.
"""
