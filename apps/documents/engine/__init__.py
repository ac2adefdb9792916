"""Runs the pipeline: claims steps, computes many at once, stores results in batches, ends without loss.

May import from this app: its root, models, parsing, sandbox, step_scheduling, model_calls, vectors.
"""
