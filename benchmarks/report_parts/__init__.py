"""What benchmarks/tables.py puts together: sentences (TSV), tables of goals, comparisons and their charts."""
