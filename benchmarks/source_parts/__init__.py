"""Parts of benchmarks/sources.py: a council of 10,000 papers, and runs that are killed."""
