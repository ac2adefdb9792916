"""One file for each stage of the pipeline. `steps/stage_interface.py` defines a stage, `pipeline.STAGES` their order.

May import from this app: chunking, keywords, models, pages, parsing, parsing.formats,
parsing.office_source_text, parsing.repair_printed_pages, steps, resources, vectors.
"""
