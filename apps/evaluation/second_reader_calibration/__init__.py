"""Calibration of the second reader: how far it agrees with labelled sentences; the cases, the measurement, its page.

May import from this app: statistics.
"""
