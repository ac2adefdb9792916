"""Parts of benchmarks/doors.py: what people without the right see, and what rights cost a search."""
