"""Steps of documents as rows: the stage interface, claims, attempts, outcomes, budgets, workers that died.

May import from this app: its root, models, parsing, model_calls.
"""
