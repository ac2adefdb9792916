"""What the page of a run shows: its parts, its figures laid out, the history of hit rates.

May import from this app: dialogues, import_export, gate, hit_rates, its root, judging, models, planning,
statistics.
"""
