"""What everybody sees, in a real browser."""
