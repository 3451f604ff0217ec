#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a person detector on synthetic scenes, and writes person_int8.onnx and frames.rgb565.

The generator: 160 x 120 pixels. Sky and ground of random colors meet at a random height, under noise and up to
three boxes. In half of the scenes stands a person: head, trunk, two arms and two legs as ellipses, 50 to 90 pixels
tall, limbs apart by up to 25 degrees, clothes of random colors. Up to two of these stand in all scenes: trees, lamp
posts, cars. Everything is seen as the firmware sees it: RGB565, the middle 96 x 96 pixels, 2 x 2 pixels averaged."""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import training

WIDTH, HEIGHT, CROP, SCALE = 160, 120, 96, 2
Y, X = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)


def ellipse(scene, center, radii, color, degrees=0.0):
    """Painted where it is; `center` and `radii` are (x, y), turned clockwise."""
    turn = np.radians(degrees)
    x, y = X - center[0], Y - center[1]
    u, v = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
    scene[(u / radii[0]) ** 2 + (v / radii[1]) ** 2 < 1] = color


def box(scene, left, top, width, height, color):
    scene[max(0, int(top)) : max(0, int(top + height)), max(0, int(left)) : max(0, int(left + width))] = color


def color(source):
    return source.uniform(20, 235, 3)


def limb(scene, joint, length, width, degrees, paint):
    """From its joint downwards."""
    turn = np.radians(degrees)
    middle = joint[0] - np.sin(turn) * length / 2, joint[1] + np.cos(turn) * length / 2
    ellipse(scene, middle, (width, length / 2), paint, degrees)


def person(scene, source):
    size = source.uniform(50, 90)
    x, feet = source.uniform(50, WIDTH - 50), source.uniform(85, 112)
    top = feet - size
    shirt, trousers, skin = color(source), color(source), source.uniform(60, 220) * np.array([1, 0.8, 0.65])
    for side in (-1, 1):
        limb(scene, (x + side * 0.06 * size, top + 0.5 * size), 0.5 * size, 0.055 * size,
             -side * source.uniform(2, 15), trousers)
        limb(scene, (x + side * 0.11 * size, top + 0.2 * size), 0.36 * size, 0.04 * size,
             -side * source.uniform(3, 25), shirt)
    ellipse(scene, (x, top + 0.35 * size), (0.13 * size, 0.2 * size), shirt)
    ellipse(scene, (x, top + 0.08 * size), (0.065 * size, 0.085 * size), skin)


def tree(scene, source):
    x, foot, size = source.uniform(20, WIDTH - 20), source.uniform(80, 115), source.uniform(40, 90)
    box(scene, x - 0.04 * size, foot - 0.5 * size, 0.08 * size, 0.5 * size, (90, 60, 30))
    green = source.uniform(40, 140) * np.array([0.6, 1, 0.4])
    for _ in range(4):
        ellipse(scene, (x + source.normal(0, 0.12 * size), foot - source.uniform(0.5, 0.9) * size),
                source.uniform(0.12, 0.25, 2) * size, green * source.uniform(0.8, 1.2))


def lamp_post(scene, source):
    x, foot, size = source.uniform(20, WIDTH - 20), source.uniform(85, 115), source.uniform(50, 95)
    gray = np.full(3, source.uniform(30, 160))
    box(scene, x, foot - size, 0.05 * size, size, gray)
    ellipse(scene, (x, foot - size), (0.1 * size, 0.05 * size), gray + 60)


def car(scene, source):
    x, foot, size = source.uniform(30, WIDTH - 30), source.uniform(85, 115), source.uniform(40, 70)
    paint = color(source)
    box(scene, x - size / 2, foot - 0.3 * size, size, 0.22 * size, paint)
    box(scene, x - size / 4, foot - 0.48 * size, size / 2, 0.2 * size, paint * 0.8)
    for side in (-0.3, 0.3):
        ellipse(scene, (x + side * size, foot - 0.06 * size), (0.09 * size, 0.09 * size), (20, 20, 20))


def scene_of(source, has_person):
    """float [HEIGHT, WIDTH, 3] of 0 to 255."""
    scene = np.empty((HEIGHT, WIDTH, 3), np.float32)
    horizon = source.integers(30, 90)
    scene[:horizon], scene[horizon:] = color(source), color(source)
    for _ in range(source.integers(0, 4)):
        box(scene, source.uniform(0, WIDTH), source.uniform(0, 80), *source.uniform(15, 60, 2), color(source))
    things = [(tree, lamp_post, car)[source.integers(3)] for _ in range(source.integers(0, 3))]
    if has_person:
        things.insert(source.integers(0, len(things) + 1), person)
    for thing in things:
        thing(scene, source)
    return np.clip(scene * source.uniform(0.6, 1.1) + source.normal(0, 5, scene.shape), 0, 255)


def rgb565(scene):
    r, g, b = (scene[..., c].astype(np.uint16) for c in range(3))
    return (r >> 3) << 11 | (g >> 2) << 5 | b >> 3


def seen(pixels):
    """What the firmware makes of RGB565: gray codes [CROP / SCALE, CROP / SCALE] of 0 to 255, as integers."""
    r, g, b = (pixels >> 11).astype(int), (pixels >> 5 & 63).astype(int), (pixels & 31).astype(int)
    gray = (77 * (r << 3 | r >> 2) + 150 * (g << 2 | g >> 4) + 29 * (b << 3 | b >> 2)) >> 8
    top, left = (HEIGHT - CROP) // 2, (WIDTH - CROP) // 2
    blocks = gray[top : top + CROP, left : left + CROP].reshape(CROP // SCALE, SCALE, CROP // SCALE, SCALE)
    return blocks.sum((1, 3)) // SCALE**2


def scenes(source, count):
    labels = source.integers(0, 2, count)
    images = np.stack([seen(rgb565(scene_of(source, label))) for label in labels])
    return (images[:, None] / 255).astype(np.float32), labels


def main():
    source = training.begin()
    layers = [training.convolution(1, 12, (3, 3), 2), training.convolution(12, 12, (3, 3), groups=12),
              training.convolution(12, 24, (1, 1)), training.convolution(24, 24, (3, 3), 2, groups=24),
              training.convolution(24, 40, (1, 1)), training.convolution(40, 40, (3, 3), 2, groups=40),
              training.convolution(40, 64, (1, 1)), training.convolution(64, 64, (3, 3), groups=64),
              training.convolution(64, 64, (1, 1))]
    network = training.Classifier(layers, 64, 2)
    training.train_classifier(network, scenes(source, 6000), scenes(source, 600), scenes(source, 1000),
                              ("gray", "scores"), HERE / "person_int8.onnx", epochs=25,
                              augment=lambda x: x.flip(3) if source.random() < 0.5 else x)
    frames = [rgb565(scene_of(source, has_person)) for has_person in (True, False)]
    (HERE / "frames.rgb565").write_bytes(np.stack(frames).astype("<u2").tobytes())


if __name__ == "__main__":
    main()
