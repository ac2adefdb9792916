"""Skips imports that packages make and no process of ours uses: 7 to 13 MB of each, and half a second of its start.

Called before Django is set up.
"""

import importlib
import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

UNUSED_COMPANIONS = ("requests", "pygments", "markdown", "yaml")
"""Optional in the REST framework, for its test client, a browser page that we do not have, and schemas in YAML."""
ON_FIRST_USE = "jwcrypto.jwk"
"""Signs tokens of OpenID Connect, which our OAuth does not give out; with it comes all of `cryptography`."""


def skip_unused_imports() -> None:
    import_without("rest_framework.compat", UNUSED_COMPANIONS)
    load_on_first_use(ON_FIRST_USE)


def import_without(name: str, companions: tuple[str, ...]) -> None:
    """Imports a module that does without these optional ones; everybody else imports them as before."""
    for companion in companions:
        sys.modules.setdefault(companion, None)  # type: ignore[arg-type]  # what makes Python raise ImportError
    try:
        importlib.import_module(name)
    finally:
        for companion in companions:
            if sys.modules.get(companion, ...) is None:
                del sys.modules[companion]


def load_on_first_use(name: str) -> None:
    """The module of a package is known by its name at once and read when something of it is asked for."""
    spec = None if name in sys.modules else find_spec(name)
    if spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    package, _, own_name = name.rpartition(".")
    # Otherwise `from package import module` asks the module whether it is loaded, which loads it.
    setattr(sys.modules[package], own_name, module)
