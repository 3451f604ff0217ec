# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The features that log_mel.hpp computes with integers, here in float64: log2(1 + energy) of mel bands."""

import wave

import numpy as np

RATE, FRAME, BANDS = 16000, 512, 20
LOWEST, HIGHEST = 60.0, 7600.0  # Hz


def mel_weights():
    """[BANDS, FRAME / 2 + 1]: triangles of height 1 between points that are equally far apart in mel."""
    low, high = (np.log1p(hertz / 700) for hertz in (LOWEST, HIGHEST))
    points = 700 * np.expm1(np.linspace(low, high, BANDS + 2)) * FRAME / RATE
    bins = np.arange(FRAME // 2 + 1)
    rising = (bins - points[:-2, None]) / np.diff(points)[:-1, None]
    falling = (points[2:, None] - bins) / np.diff(points)[1:, None]
    return np.clip(np.minimum(rising, falling), 0, None)


WEIGHTS = mel_weights()
HANN = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)


def log_mel(pcm, hop):
    """Features [frames, BANDS] of int16 samples; a frame begins every `hop` samples."""
    frames = np.lib.stride_tricks.sliding_window_view(np.asarray(pcm, np.float64), FRAME)[::hop]
    power = np.abs(np.fft.rfft(frames * HANN, axis=1) / FRAME) ** 2
    return np.log2(1 + power @ WEIGHTS.T).astype(np.float32)


def write_wav(path, pcm):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.asarray(pcm, "<i2").tobytes())
