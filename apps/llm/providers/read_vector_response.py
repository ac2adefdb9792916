"""Reads vectors from an embedding server's response: checked, and brought to unit length."""

import base64
import binascii
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from apps.llm.errors import dimension_error, model_error
from apps.llm.providers.pack_float32_vectors import pack_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def parse_vectors(endpoint: str, data: Mapping[str, object], *, count: int, dimensions: int) -> "list[array[float]]":
    """One unit-length vector per text, in the order of the texts.

    Raises ModelError: `garbage` for a wrong number of vectors, for what are no numbers, NaN, infinity or a vector of
    zeros; `embedding_dimension` for another length. Nothing that raises may be stored.
    """
    import numpy as np

    rows = [decode_vector(endpoint, value) for value in vectors_in_order(endpoint, data, count)]
    wrong = next((len(row) for row in rows if len(row) != dimensions), None)
    if wrong is not None:
        raise dimension_error(endpoint, given=wrong, wanted=dimensions)
    vectors = np.array(rows, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    # One check for all: NaN and infinity make the length so, zeros make it zero.
    if not np.isfinite(lengths).all() or not (lengths > 0).all():
        raise model_error("garbage", endpoint)
    return pack_rows(vectors / lengths)


def vectors_in_order(endpoint: str, data: Mapping[str, object], count: int) -> Sequence[object]:
    """The vectors by their index; servers may answer in any order."""
    items = data.get("data")
    if not isinstance(items, list) or len(items) != count:
        raise model_error("garbage", endpoint)
    places: dict[int, object] = {}
    for position, item in enumerate(items):
        place = item.get("index", position) if isinstance(item, dict) else None
        if not isinstance(place, int):
            raise model_error("garbage", endpoint)
        places[place] = item.get("embedding")
    if places.keys() != set(range(count)):
        raise model_error("garbage", endpoint)
    return [places[place] for place in range(count)]


def decode_vector(endpoint: str, value: object) -> "NDArray[np.float32]":
    """Little-endian 32-bit floats in base64, or a list of numbers."""
    import numpy as np

    try:
        if isinstance(value, str):
            return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4")
        if isinstance(value, list):
            return np.array([float(number) for number in value], dtype=np.float32)
    except (binascii.Error, ValueError, TypeError, OverflowError):
        pass
    raise model_error("garbage", endpoint)
