"""Parts of benchmarks/sources.py: a council of 10,000 papers, and runs of every kind that are killed."""
