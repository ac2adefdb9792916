"""Turn a typeset page into what a scanner makes of it: grey, slightly askew, noisy, without a text layer."""

import io
from typing import Any

RESOLUTION = 150  # dots per inch
LARGEST_SLANT = 0.35  # degrees
NOISE = 5.0  # standard deviation in grey levels
QUALITY = 38  # JPEG


def scan_page(document: Any, index: int, *, seed: int, turned: bool) -> None:
    """Replace page `index` by its own image; `turned` puts it upside down, as if fed the wrong way round."""
    image = scanned_image(document[index], seed=seed, turned=turned)
    rect = document[index].rect
    document.delete_page(index)
    page = document.new_page(index, width=rect.width, height=rect.height)
    page.insert_image(page.rect, stream=image)


def scanned_image(page: Any, *, seed: int, turned: bool) -> bytes:
    """A grey JPEG of the page. The same page and seed give the same bytes."""
    import numpy
    from PIL import Image, ImageFilter

    chance = numpy.random.default_rng(seed)
    pixmap = page.get_pixmap(dpi=RESOLUTION, colorspace="gray")
    picture = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    slant = float(chance.uniform(-LARGEST_SLANT, LARGEST_SLANT)) + (180.0 if turned else 0.0)
    picture = picture.rotate(slant, resample=Image.Resampling.BICUBIC, fillcolor=255)
    picture = picture.filter(ImageFilter.GaussianBlur(0.5))
    levels = numpy.asarray(picture, dtype=numpy.float32) * 0.88 + 22.0
    levels += chance.normal(0.0, NOISE, levels.shape)
    scanned = Image.fromarray(levels.clip(0, 255).astype(numpy.uint8))
    stream = io.BytesIO()
    scanned.save(stream, "JPEG", quality=QUALITY, dpi=(RESOLUTION, RESOLUTION))
    return stream.getvalue()
