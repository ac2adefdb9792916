"""Measures every change: suites, scored dialogues, comparisons, hit rates, and the gate before the public.

May import from this app: all its rooms.
"""
