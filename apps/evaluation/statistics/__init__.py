"""Figures without a database: intervals, agreement, significance, scores, charts.

May import from this app: nothing.
"""
