"""Parts of benchmarks/client_programs.py: what people without the right see, and what rights cost a search."""
