# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fashion-MNIST as NumPy arrays, read from the files of Debian's package dataset-fashion-mnist."""

import gzip
from pathlib import Path

import numpy as np

DIRECTORY = Path("/usr/share/datasets/fashion-mnist")
IMAGE_HEADER_BYTES = 16
LABEL_HEADER_BYTES = 8
VALIDATION_IMAGES = 5000


def _payload(path, header_bytes):
    """The bytes of an IDX file behind its header, as uint8."""
    return np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8, offset=header_bytes)


def _load(prefix, directory):
    images = _payload(directory / f"{prefix}-images-idx3-ubyte.gz", IMAGE_HEADER_BYTES)
    labels = _payload(directory / f"{prefix}-labels-idx1-ubyte.gz", LABEL_HEADER_BYTES)
    pixels = images.reshape(-1, 1, 28, 28).astype(np.float32) / np.float32(255)
    return pixels, labels.astype(np.int64)


def training_set(directory=DIRECTORY):
    """The first 55 000 training images: float32 [N, 1, 28, 28] in 0..1, and int64 labels [N]."""
    images, labels = _load("train", directory)
    return images[:-VALIDATION_IMAGES], labels[:-VALIDATION_IMAGES]


def validation_set(directory=DIRECTORY):
    """The last 5 000 training images, which no weight is trained on; shapes as `training_set`."""
    images, labels = _load("train", directory)
    return images[-VALIDATION_IMAGES:], labels[-VALIDATION_IMAGES:]


def test_set(directory=DIRECTORY):
    """The 10 000 test images, used for nothing but the accuracies reported; same shapes."""
    return _load("t10k", directory)
