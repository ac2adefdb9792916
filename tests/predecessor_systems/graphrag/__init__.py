"""Checks G01 to G28."""
