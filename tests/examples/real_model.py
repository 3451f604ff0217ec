#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs an application on an emulated Cortex-M4 with a real model of the folder MODELS, and compares what it finds with
what TensorFlow Lite Micro computed.

* person_detect_int8: the camera shows the pictures of the test sets; less than 16 KB are used.
* ad01_int8: the scores of the test sets' features are those of its outputs.
* micro_speech_int8: the microphone hears espeak-ng say the words that TensorFlow Lite Micro found in the first sets.
  With TIGRIS_TFLM_DIR, a copy of TensorFlow Lite Micro, it also hears the recordings that these sets are of.

usage: real_model.py --tool TOOL --build FOLDER MODELS/MODEL"""

import argparse
import array
import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import wave
from pathlib import Path

from run_example import ROOT, checked, needs_of

sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_file import one_of  # noqa: E402

WIDTH, HEIGHT, SIZE, MOST = 160, 120, 96, 16 << 10
RAW_DATA = 9
RECORDINGS = "tensorflow/lite/micro/examples/micro_speech/testdata"
RATE = 16000
WORDS = ("", "", "yes", "no")

def rgb565(code):
    gray = code + 128 & 255
    return (gray >> 3) << 11 | (gray >> 2) << 5 | gray >> 3


def frame_of(picture):
    """The picture of int8 gray levels in the middle of a black frame."""
    codes = struct.unpack(f"{SIZE * SIZE}b", picture)
    pixels = [0] * (WIDTH * HEIGHT)
    for y in range(SIZE):
        begin = (y + (HEIGHT - SIZE) // 2) * WIDTH + (WIDTH - SIZE) // 2
        pixels[begin:begin + SIZE] = map(rgb565, codes[y * SIZE:(y + 1) * SIZE])
    return struct.pack(f"<{len(pixels)}H", *pixels)


def scores_of(model, k):
    """What TensorFlow Lite Micro computed for set k, as bytes."""
    return one_of((model / f"tflm_reference/set_{k}_output_0.pb").read_bytes(), RAW_DATA)


class Application:
    """An example of some name, built for a model."""

    def __init__(self, example, arguments, *options):
        self.folder, self.program = arguments.build, f"{example}.elf"
        checked(["cmake", "-G", "Ninja", "-S", ROOT / "examples" / example, "-B", self.folder,
                 "-DCMAKE_BUILD_TYPE=Release", f"-DTIGRIS_ONNX2HPP={arguments.tool}",
                 f"-DMODEL={arguments.model}/model.onnx", *options, "--toolchain",
                 ROOT / "cmake/toolchains/cortex-m4.cmake"])
        checked(["cmake", "--build", self.folder])

    def run(self, file, data):
        (self.folder / file).write_bytes(data)
        return checked([ROOT / "scripts/run_qemu", "an386", self.program], self.folder)


def finds_persons(arguments):
    camera = Application("camera", arguments, "-DSCALE=1", "-DBLACK=-1", "-DFAST=13K")
    sets = sorted(arguments.model.glob("test_data_set_*"))
    printed = camera.run("frames.rgb565", b"".join(
        frame_of(one_of((one / "input_0.pb").read_bytes(), RAW_DATA)) for one in sets))
    scores = [struct.unpack("2b", scores_of(arguments.model, k)) for k in range(len(sets))]
    wanted = ["person" if person > nobody else "nobody" for nobody, person in scores]
    workspace, lines = map(int, re.search(r"(\d+) bytes of workspace, (\d+) bytes of lines", printed).groups())
    print(f"{printed}TensorFlow Lite Micro: {', '.join(wanted)}")
    return re.findall(r"^frame \d+: (\w+)", printed, re.M) == wanted and workspace + lines < MOST


def spoken(word):
    """A WAV file of two seconds, in which espeak-ng says a word after a third of one."""
    with wave.open(io.BytesIO(subprocess.run(["espeak-ng", "--stdout", "-v", "en+f2", "-s", "140", word], check=True,
                                             stdout=subprocess.PIPE).stdout)) as file:
        rate, samples = file.getframerate(), array.array("h", file.readframes(file.getnframes()))
    sound = [samples[i * rate // RATE] * 4 // 5 for i in range(min(len(samples) * RATE // rate, RATE))]
    return wav_of([0] * (RATE // 3) + sound + [0] * (2 * RATE - RATE // 3 - len(sound)))


def sounds_of(word):
    """What is heard, and whether the word is all that is in it."""
    yield spoken(word), False
    if tflm := os.environ.get("TIGRIS_TFLM_DIR"):
        yield (Path(tflm) / RECORDINGS / f"{word}_1000ms.wav").read_bytes(), True


def hears_words(arguments):
    microphone = Application("keywords", arguments, "-DWORDS=micro_speech")
    for k, word in enumerate(("yes", "no")):
        scores = struct.unpack("4f", scores_of(arguments.model, k))
        wanted = WORDS[scores.index(max(scores))]
        for sound, is_alone in sounds_of(word):
            printed = microphone.run("clip.wav", sound)
            print(f"{printed}TensorFlow Lite Micro: {wanted}")
            heard = re.findall(r" s: (\w+)", printed)
            if heard[:1] != [wanted] or is_alone and len(heard) > 1:
                return False
    return True


def wav_of(numbers):
    """A file of 16-bit numbers; the firmware skips its head."""
    return bytes(44) + struct.pack(f"<{len(numbers)}h", *numbers)


def input_codes_of(arguments):
    """How the model's input is quantized: a function from a number to the nearest that has a code."""
    command = [arguments.tool, "analyze", "--json", "--edges", "quantized", f"{arguments.model}/model.onnx"]
    edge = next(one for one in json.loads(checked(command))["tensors"] if one["kind"] == "input")
    scale, zero = edge["scale"], edge["zero_point"]
    return lambda x: (min(127, max(-128, round(x / scale) + zero)) - zero) * scale


def scores_machines(arguments):
    """The mean squared errors of all sets in one recording. Its features have codes, but are rounded to 1/256 dB, and
    copies downwards: a difference d is off by at most 1.5/256, and its square by 2 |d| 1.5/256 + (1.5/256)^2."""
    coded = input_codes_of(arguments)
    microphone = Application("anomaly", arguments, "-DMACHINE=ad01", "-DROUNDING=tflite")
    inputs, wanted = [], []
    for k in range(len(sorted(arguments.model.glob("test_data_set_*")))):
        x = struct.unpack("640f", one_of((arguments.model / f"test_data_set_{k}/input_0.pb").read_bytes(), RAW_DATA))
        x, y = tuple(map(coded, x)), struct.unpack("640f", scores_of(arguments.model, k))
        inputs += [round(256 * value) for value in x]
        score = sum((a - b) ** 2 for a, b in zip(x, y)) / 640
        off = sum(abs(a - b) for a, b in zip(x, y)) / 640 * 3 / 256 + (1.5 / 256) ** 2 + 0.001
        wanted.append((score, off))
    found = list(map(float, re.findall(r"score (\S+)", microphone.run("clip.wav", wav_of(inputs)))))
    for ours, (score, off) in zip(found, wanted):
        print(f"{ours}, TensorFlow Lite Micro: {score:.3f} +- {off:.3f}")
    return len(found) == len(wanted) and all(abs(ours - score) <= off for ours, (score, off) in zip(found, wanted))


TESTS = {"ad01_int8": scores_machines, "person_detect_int8": finds_persons, "micro_speech_int8": hears_words}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("model", type=Path)
    arguments = parser.parse_args()
    needs = [*needs_of("cortex-m4"), *(["espeak-ng"] if TESTS[arguments.model.name] == hears_words else [])]
    missing = [program for program in needs if not shutil.which(program)]
    if missing or not arguments.model.is_dir():
        print(f"skipped: there is no {' and no '.join(missing) or arguments.model}")
        return 0
    return 0 if TESTS[arguments.model.name](arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
