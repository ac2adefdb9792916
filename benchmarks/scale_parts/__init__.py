"""Parts of benchmarks/scale.py: pages written in bulk, indexes built over all of them."""
