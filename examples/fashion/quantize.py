#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantizes the float network that train.py exported to int8, with NumPy alone.

Ranges are observed on training images; of the percentiles given, the one wins whose model is most
accurate on the validation images. Test images are read by --check only.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx

import dataset
from evaluator import accuracy, evaluate
from qdq import prepare, quantize
from scales import observed_ranges

HERE = Path(__file__).resolve().parent


def calibration_images(count, seed):
    """`count` training images drawn without repetition: [count, 1, 28, 28]."""
    images, _ = dataset.training_set()
    return images[np.random.default_rng(seed).choice(len(images), count, replace=False)]


def best_model(model, images, percentiles):
    """The quantized model of the first percentile that no other beats on the validation images."""
    values = evaluate(model.graph, images)
    held_out = dataset.validation_set()
    best, highest = None, -1.0
    for percentile in percentiles:
        candidate = quantize(model, observed_ranges(values, percentile))
        correct = accuracy(candidate.graph, *held_out)
        print(f"percentile {percentile}: validation {correct:.2%}", flush=True)
        if correct > highest:
            best, highest = candidate, correct
    return best


def check(models, count):
    """Prints the accuracy of each named model on the first `count` test images."""
    images, labels = dataset.test_set()
    for name, model in models.items():
        correct = accuracy(model.graph, images[:count], labels[:count])
        print(f"{name}: {correct:.2%} of {len(images[:count])} test images", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=HERE / "fashion_float.onnx")
    parser.add_argument("--output", type=Path, default=HERE / "fashion_int8.onnx")
    parser.add_argument("--images", type=int, default=512, help="calibration images")
    parser.add_argument("--percentiles", type=float, nargs="+", default=[100, 99.999, 99.99, 99.9])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=0, metavar="N", help="test images to classify")
    return parser.parse_args()


def main():
    options = parse_arguments()
    model = prepare(onnx.load(options.model))
    images = calibration_images(options.images, options.seed)
    quantized = best_model(model, images, options.percentiles)
    onnx.save(quantized, options.output)
    if options.check:
        check({"float": model, "int8": quantized}, options.check)


if __name__ == "__main__":
    main()
