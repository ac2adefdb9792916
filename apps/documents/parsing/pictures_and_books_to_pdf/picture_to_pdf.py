"""A picture as PDF: every frame a page, turned as the camera says, on white where it is transparent."""

import io
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.formats.office_and_picture_media_types import HEIC
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 100_000_000
"""Of one frame: A2 at 600 dots an inch."""
MOST_FRAMES = 3_000
PLAUSIBLE = range(120, 1_201)
"""Dots an inch that a scanner writes; 72 and 96 are what programs write that know nothing."""
DEEP_GREY = ("I", "I;16", "I;16L", "I;16B", "F")
"""Modes of Pillow for pictures in grey of 16 bits, as good scanners make them, and of 32."""
A4_INCHES = 11.69
SMALLEST_INCHES = 8.0
"""Of the longer side. A picture that calls itself smaller is a screenshot or a sheet scaled down: drawn in its stated
size it would have fewer dots than text recognition needs."""
SMALLEST_DPI, LARGEST_DPI = 100.0, 400.0
"""Between which a picture that does not say its size is taken to fill a sheet of A4."""


def picture_pdf(data: bytes, media_type: str) -> bytes:
    """Raises ParseFailure: damaged, unpacked_limit."""
    from PIL import Image, UnidentifiedImageError

    if media_type == HEIC:
        teach_pillow_heic()
    document = load_pymupdf().open()
    try:
        with Image.open(io.BytesIO(data)) as image:
            for frame in frames(image):
                add_page(document, frame)
            for _ in range(MOST_FRAMES, frame_count(image)):
                document.new_page()  # Not read, but counted, so that people are told.
    except Image.DecompressionBombError as error:
        raise too_many_pixels_failure(str(error)) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, TypeError, EOFError, RuntimeError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The picture cannot be opened: {error}") from error
    return bytes(document.tobytes())


def teach_pillow_heic() -> None:
    """Pictures of phones. Loaded when one comes: its decoder takes memory."""
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False, decode_threads=1)


def frames(image: "Image.Image") -> Iterator["Image.Image"]:
    """Yields all frames of a TIFF, the first of others. Raises ParseFailure (unpacked_limit)."""
    for number in range(min(frame_count(image), MOST_FRAMES)):
        image.seek(number)
        if image.width * image.height > MOST_PIXELS:
            raise too_many_pixels_failure(f"The picture has {image.width} x {image.height} pixels.")
        yield image


def frame_count(image: "Image.Image") -> int:
    return getattr(image, "n_frames", 1) if image.format == "TIFF" else 1


def too_many_pixels_failure(stated: str) -> ParseFailure:
    return ParseFailure(FailureReason.UNPACKED_LIMIT, f"{stated} Store it smaller.", limit=3 * MOST_PIXELS)


def add_page(document: object, frame: "Image.Image") -> None:
    dpi = frame_dpi(frame)
    upright = normalise_frame(frame)
    width, height = upright.width * 72 / dpi, upright.height * 72 / dpi
    page = document.new_page(width=width, height=height)  # type: ignore[attr-defined]
    page.insert_image(page.rect, stream=encode_frame(upright))


def frame_dpi(frame: "Image.Image") -> float:
    stated = frame.info.get("dpi", (0, 0))
    across = float(stated[0]) if isinstance(stated, tuple) else 0.0
    largest = max(frame.size)
    if math.isfinite(across) and round(across) in PLAUSIBLE and largest / across >= SMALLEST_INCHES:
        return across
    return min(max(largest / A4_INCHES, SMALLEST_DPI), LARGEST_DPI)


def normalise_frame(frame: "Image.Image") -> "Image.Image":
    """Turned by its EXIF data, in grey or colour of eight bits, without transparency."""
    from PIL import Image, ImageOps

    turned = ImageOps.exif_transpose(frame)
    if turned.mode in ("1", "L", "RGB"):
        return turned
    if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
        seen = turned.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")
    return scale_to_eight_bits(turned) if turned.mode in DEEP_GREY else turned.convert("RGB")


def scale_to_eight_bits(image: "Image.Image") -> "Image.Image":
    """A picture in deeper grey, its brightest place white: Pillow would make white of all that is not nearly black."""
    import numpy as np
    from PIL import Image

    grey = np.nan_to_num(np.asarray(image, dtype=np.float32))
    brightest = max(float(grey.max()), 1e-9)
    return Image.fromarray((grey.clip(0, brightest) * (255 / brightest)).astype(np.uint8))


def encode_frame(image: "Image.Image") -> bytes:
    """Photographs as JPEG, black and white without loss."""
    buffer = io.BytesIO()
    if image.mode == "1":
        image.save(buffer, "PNG")
    else:
        image.save(buffer, "JPEG", quality=92)
    return buffer.getvalue()
