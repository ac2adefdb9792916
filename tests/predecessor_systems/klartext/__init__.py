"""Checks K01 to K19."""
