"""One file for each stage of the pipeline; `stage.py` says what a stage is. The order is in `pipeline.STAGES`."""
