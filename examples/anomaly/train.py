#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains an autoencoder on the sound of a synthetic machine, and writes machine_int8.onnx and clip.wav.

The generator: a motor turns at 48 to 52 Hz. Its harmonics 1 to 60 fall off as 1 / h, each 10 % louder or softer at
random. Wide-band noise is modulated with the turns. Level and noise vary by 3 dB. Three faults: *bearing*, impulses
4.3 times per turn that ring at 3 to 5 kHz; *imbalance*, the second and the half harmonic grow and modulate the
rest; *rattle*, bursts of noise between 1 and 3 kHz at random times. The network sees healthy sound only."""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import training
from log_mel import BANDS, RATE, log_mel, write_wav
from torch import nn

FRAMES, HOP = 5, 512
FAULTS = ("bearing", "imbalance", "rattle")


def bearing(source, t, turns, sound):
    period = 1 / (4.3 * turns)
    since = t % period
    ring = np.sin(2 * np.pi * source.uniform(3000, 5000) * since) * np.exp(-since / 0.001)
    return sound + source.uniform(0.3, 0.8) * ring


def imbalance(source, t, turns, sound):
    wobble = np.sin(np.pi * turns * t)
    more = source.uniform(0.5, 1.5) * (np.sin(4 * np.pi * turns * t) + wobble)
    return sound * (1 + 0.5 * wobble) + more


def rattle(source, t, turns, sound):
    bursts = np.repeat(source.random(len(t) // 400 + 1) < 0.3, 400)[: len(t)]
    tone = np.sin(2 * np.pi * np.cumsum(source.uniform(1000, 3000, len(t))) / RATE)
    return sound + source.uniform(0.2, 0.6) * bursts * tone


def machine(source, seconds, fault=None):
    """int16 samples."""
    t = np.arange(int(seconds * RATE)) / RATE
    turns = source.uniform(48, 52)
    harmonics = np.arange(1, 61)
    sizes = source.uniform(0.9, 1.1, 60) / harmonics
    phases = source.uniform(0, 6.28, 60)
    sound = sum(size * np.sin(2 * np.pi * turns * h * t + phase)
                for h, size, phase in zip(harmonics, sizes, phases))
    level = 10 ** (source.uniform(-1.5, 1.5, 2) / 20)
    sound = sound + 0.05 * level[0] * source.normal(size=len(t)) * (1 + 0.3 * np.sin(2 * np.pi * turns * t))
    if fault:
        sound = globals()[fault](source, t, turns, sound)
    return np.clip(np.rint(4000 * level[1] * sound), -32768, 32767).astype(np.int16)


def windows(pcm):
    """[count, FRAMES * BANDS]: the features of FRAMES frames, one after the other."""
    features = log_mel(pcm, HOP)
    return np.stack([features[i : i + FRAMES].ravel() for i in range(len(features) - FRAMES + 1)])


def scores_of(model, clips):
    """Of each clip, the mean squared error of the network's copies of its windows."""
    return np.array([np.mean((training.outputs_of(model, w) - w) ** 2) for w in map(windows, clips)])


def area(healthy, faulty):
    """Under the ROC curve: how often a faulty clip scores higher than a healthy one."""
    return np.mean(faulty[:, None] > healthy[None, :])


def main():
    source = training.begin()
    width = FRAMES * BANDS
    network = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 12), nn.ReLU(), nn.Linear(12, 64),
                            nn.ReLU(), nn.Linear(64, width))
    healthy = np.concatenate([windows(machine(source, 1)) for _ in range(400)])
    training.train(network, healthy, healthy, nn.MSELoss(), epochs=40, rate=0.005)
    model = training.exported(network, (1, width), ("features", "copies"))
    tuning = [machine(source, 1) for _ in range(30)]
    small = training.quantized(model, healthy[::20], lambda m: -scores_of(m, tuning).mean())
    training.save(small, HERE / "machine_int8.onnx")
    good = scores_of(small, [machine(source, 1) for _ in range(100)])
    print(f"held out, healthy clips: mean score {good.mean():.3f}, 99 % below {np.percentile(good, 99):.3f}")
    for fault in FAULTS:
        bad = scores_of(small, [machine(source, 1, fault) for _ in range(100)])
        print(f"held out, {fault}: area under the ROC curve {area(good, bad):.4f}, mean score {bad.mean():.3f}")
    write_wav(HERE / "clip.wav", np.concatenate([machine(source, 1), machine(source, 1, "bearing")]))


if __name__ == "__main__":
    main()
