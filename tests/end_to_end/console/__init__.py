"""What staff see in the console, in a real browser."""
