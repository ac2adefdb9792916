"""Checks of AI Shift and ragas."""
