"""Checks that came from first runs with real, weak and slow models."""
