"""From the text of a page or field to rows of chunks: the form of a collection, sliding windows, the columns of a row.

May import from this app: models, model_calls, step_scheduling.
"""
