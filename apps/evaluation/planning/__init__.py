"""What a run will consist of: cases, personas, variants, estimate of calls and cost.

May import from this app: models, statistics.
"""
