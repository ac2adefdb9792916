"""Attacks on the service, one file for each surface."""
