"""One file for each stage of the pipeline; `steps/stage.py` says what a stage is. The order is in `pipeline.STAGES`.

May import from this app: keywords, models, pages, parsing, parsing.formats, parsing.office_source_text,
parsing.page_parts, steps, resources, vectors.
"""
