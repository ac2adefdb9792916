"""Checks E01 to E13."""
