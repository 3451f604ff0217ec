#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a keyword spotter on words that espeak-ng speaks, and writes keywords_int8.onnx and clip.wav.

Words are spoken by 7 accents of English in 12 voices, at 130 to 210 words per minute. Two voices, f4 and m5, are
held out: no other set has them. A clip is one second. The word begins at random, with a peak of 1 500 to 24 000,
in noise 10 to 40 dB below it. *Other* words and noise alone belong to the first class."""

import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import training
from log_mel import FRAME, RATE, log_mel, write_wav

HOP, FRAMES = 320, 49
CLASSES = ("other", "yes", "no", "stop", "go")
OTHERS = ("house", "seven", "window", "paper", "left", "bird", "happy", "on", "three", "music", "yellow", "stone")
ACCENTS = ("en", "en-us", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-029")
VOICES = ("m1", "m2", "m3", "m4", "m6", "m7", "f1", "f2", "f3", "f5")
HELD_OUT = ("f4", "m5")
ESPEAK_RATE = 22050


def speak(word, accent, voice, speed, pitch):
    """float64 samples at RATE, without silence around the word."""
    command = ["espeak-ng", "--stdout", "-v", f"{accent}+{voice}", "-s", str(speed), "-p", str(pitch), word]
    data = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    sound = np.frombuffer(data[44 : len(data) // 2 * 2], "<i2").astype(np.float64)
    spectrum = np.fft.rfft(sound)
    samples = len(sound) * RATE // ESPEAK_RATE
    sound = np.fft.irfft(spectrum[: samples // 2 + 1], samples)
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    return sound[loud[0] : loud[-1] + 1][:RATE]


def spoken(source, voices, count):
    """[(label, sound)]: `count` of each class but the first, and twice as many other words."""
    def one(word):
        return speak(word, source.choice(ACCENTS), source.choice(voices), source.integers(130, 211),
                     source.integers(25, 76))
    words = [(label, one(word)) for label, word in enumerate(CLASSES) if label for _ in range(count)]
    return words + [(0, one(source.choice(OTHERS))) for _ in range(2 * count)]


def placed(source, sound, samples=RATE):
    """int16 samples: the word somewhere in noise."""
    peak = np.exp(source.uniform(np.log(1500), np.log(24000)))
    noise = peak * 10 ** (source.uniform(-40, -10) / 20) / 4
    clip = source.normal(0, noise, samples)
    if sound is not None:
        begin = source.integers(0, samples - len(sound) + 1)
        clip[begin : begin + len(sound)] += sound * peak / np.abs(sound).max()
    return np.clip(np.rint(clip), -32768, 32767).astype(np.int16)


def examples(source, words, placements):
    """Features [count, 1, FRAMES, BANDS] and labels; one clip in ten is noise alone."""
    clips = [(label, placed(source, sound)) for label, sound in words for _ in range(placements)]
    clips += [(0, placed(source, None)) for _ in range(len(clips) // 10)]
    features = np.stack([log_mel(clip, HOP)[:FRAMES] for _, clip in clips])
    return features[:, None], np.array([label for label, _ in clips])


def spoken_clip(source):
    """Three seconds in which a held-out voice says: yes, window, stop."""
    parts = []
    for word in ("yes", "window", "stop"):
        sound = speak(word, "en-us", "f4", 170, 50)
        part = source.normal(0, 60, RATE)
        begin = (RATE - len(sound)) // 2
        part[begin : begin + len(sound)] += sound * 9000 / np.abs(sound).max()
        parts.append(part)
    return np.rint(np.concatenate(parts)).astype(np.int16)


def main():
    assert (RATE - FRAME) // HOP + 1 == FRAMES
    source = training.begin()
    heard = spoken(source, VOICES, 150)
    layers = [training.convolution(1, 16, (3, 3), (2, 2)),
              training.convolution(16, 16, (3, 3), (1, 1), groups=16), training.convolution(16, 32, (1, 1)),
              training.convolution(32, 32, (3, 3), (2, 2), groups=32), training.convolution(32, 48, (1, 1)),
              training.convolution(48, 48, (3, 3), (1, 1), groups=48), training.convolution(48, 48, (1, 1))]
    network = training.Classifier(layers, 48, len(CLASSES))
    tuning = examples(source, heard[::5], 1)
    held_out = examples(source, spoken(source, HELD_OUT, 60), 2)
    training.train_classifier(network, examples(source, heard, 4), tuning, held_out, ("features", "scores"),
                              HERE / "keywords_int8.onnx", epochs=20)
    write_wav(HERE / "clip.wav", spoken_clip(source))


if __name__ == "__main__":
    main()
