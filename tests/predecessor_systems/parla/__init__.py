"""Checks P01 to P38."""
