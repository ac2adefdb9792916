"""The interfaces of `types.py` over an OpenAI-compatible server: chat model, embedder, reranker, fallback.

May import from this app: its root, models, prompts, transport.
"""
