"""Two answers side by side: ballots of judges, criteria, win rates.

May import from this app: dialogues, judging, models, planning, statistics.
"""
