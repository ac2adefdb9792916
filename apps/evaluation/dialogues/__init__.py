"""Simulated dialogues: a visitor and the assistant take turns, a judge scores each.

May import from this app: judging, models, planning, statistics.
"""
