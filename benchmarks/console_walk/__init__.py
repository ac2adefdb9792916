"""Parts of walk.py."""
