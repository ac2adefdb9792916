"""One file for each stage of the pipeline. `pipeline.STAGES` is their order, `step_scheduling/stage_interface.py` says
what a stage is.

May import from this app: chunking, keywords, models, pages, parsing, parsing.formats,
parsing.office_source_text, parsing.repair_printed_pages, step_scheduling, model_calls, vectors.
"""
