#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the gesture classifier on synthetic accelerations, and writes gestures_int8.onnx and session.hpp.

The generator: 50 samples per second of three axes in g. Gravity is tilted by up to 25 degrees from z. A *shake*
is a sine of 3 to 6 Hz along x of 0.8 to 2 g, a *circle* two sines in quadrature of 0.8 to 2 Hz in x and y of 0.5 to
1.2 g, a *chop* one swing along z of 0.2 to 0.4 s and 1 to 2.5 g. Axes are turned around z by up to 20 degrees.
Noise of 0.05 g is added. A window is 64 samples."""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import training

RATE, WINDOW = 50, 64
CLASSES = ("rest", "shake", "circle", "chop")
COUNTS_PER_G = 8192  # of a sensor of 16 bits for +-4 g


def shake(source, t):
    frequency, size, phase = source.uniform(3, 6), source.uniform(0.8, 2), source.uniform(0, 6.28)
    return np.stack([size * np.sin(2 * np.pi * frequency * t + phase), 0 * t, 0 * t])


def circle(source, t):
    frequency, size, phase = source.uniform(0.8, 2), source.uniform(0.5, 1.2), source.uniform(0, 6.28)
    angle = source.choice([-1, 1]) * 2 * np.pi * frequency * t + phase
    return np.stack([size * np.cos(angle), size * np.sin(angle), 0 * t])


def chop(source, t):
    width, size = source.uniform(0.2, 0.4) / 2, source.uniform(1, 2.5)
    center = source.uniform(t[0] + 0.25, t[-1] - 0.25)
    x = (t - center) / width
    return np.stack([0 * t, 0 * t, -1.65 * size * x * np.exp(-x * x / 2)])


MOTIONS = (lambda source, t: np.zeros((3, len(t))), shake, circle, chop)


def gravity(source):
    tilt, direction = np.radians(source.uniform(0, 25)), source.uniform(0, 6.28)
    return np.array([np.sin(tilt) * np.cos(direction), np.sin(tilt) * np.sin(direction), np.cos(tilt)])


def accelerations(source, label, samples, down):
    """[3, samples] in g."""
    moved = MOTIONS[label](source, np.arange(samples) / RATE)
    turn = np.radians(source.uniform(-20, 20))
    moved[:2] = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ moved[:2]
    return np.clip(moved + down[:, None] + source.normal(0, 0.05, moved.shape), -4, 4 - 1 / COUNTS_PER_G)


def windows(source, count):
    """Inputs [count, 3, WINDOW, 1] in g, and labels."""
    labels = source.integers(0, len(CLASSES), count)
    x = np.stack([accelerations(source, label, WINDOW, gravity(source)) for label in labels])
    return x[..., None].astype(np.float32), labels


def session(source):
    """What the sensor gives while somebody makes all gestures: counts [samples, 3]."""
    down = gravity(source)
    parts = [accelerations(source, label, 96, down) for label in (0, 1, 0, 2, 0, 3, 0)]
    return np.rint(np.concatenate(parts, axis=1).T * COUNTS_PER_G).astype(np.int16)


def main():
    source = training.begin()
    layers = [training.convolution(3, 16, (5, 1), (2, 1)), training.convolution(16, 24, (5, 1), (2, 1)),
              training.convolution(24, 32, (5, 1), (2, 1))]
    network = training.Classifier(layers, 32, len(CLASSES))
    training.train_classifier(network, windows(source, 8000), windows(source, 1000), windows(source, 2000),
                              ("acceleration", "scores"), HERE / "gestures_int8.onnx", epochs=15)
    training.write_header(HERE / "session.hpp", "session", session(source),
                          "Rest and gestures in turn, from train.py: counts of x, y and z, 8192 for 1 g.")


if __name__ == "__main__":
    main()
