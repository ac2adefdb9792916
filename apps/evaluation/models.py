"""Evaluation keeps no rows yet: hit rates are computed and printed."""
