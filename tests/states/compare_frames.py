#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs models with states over many frames, and compares each output with the reference executor's,
whose outputs are fed back as ONNX has it; where TIGRIS_ORT says so, the reference with ONNX Runtime, too.

The first frames are the inputs of the test sets, the others random numbers between their least and their
largest. Models are folders with model.onnx, test sets and perhaps verify.json, as scripts/verify takes them, or
files, whose inputs are random numbers from -1 to 1."""

import argparse
import math
import random
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for part in ("verify", "differential"):
    sys.path.insert(0, str(ROOT / "tests" / part))
from model_binding import binding_of, stated  # noqa: E402
from onnx_file import all_of, free_inputs, graph_of, one_of, tensor_dims, text_of  # noqa: E402
from onnx_messages import message  # noqa: E402
import second_opinion  # noqa: E402

CODES = {1: "f", 2: "B", 3: "b", 6: "i", 7: "q"}  # of TensorProto.DataType
TOLERANCE = 1e-5  # of the largest output


@dataclass
class Frame:
    """Folders as second_opinion judges them."""

    directory: Path
    complaints: list = field(default_factory=list)

    @property
    def files(self):
        return self.directory / "test_data_set_0"


@dataclass
class Tensor:
    type: int
    dims: list
    numbers: list

    def raw(self):
        return struct.pack(f"<{len(self.numbers)}{CODES[self.type]}", *self.numbers)

    def proto(self):
        return message(*((1, dim) for dim in self.dims), (2, self.type), (9, self.raw()))


def read_tensor(file):
    data = file.read_bytes()
    kind, raw = one_of(data, 2), one_of(data, 9)
    if not raw and kind == 1:  # float_data
        raw = b"".join(all_of(data, 4))
    code = CODES[kind]
    count = len(raw) // struct.calcsize(code)
    return Tensor(kind, tensor_dims(file), list(struct.unpack(f"<{count}{code}", raw)))


def noise_like(tensors, source):
    """Random numbers in the range of those that were given."""
    numbers = [number for each in tensors for number in each.numbers]
    least, most = min(numbers), max(numbers)
    draw = source.uniform if tensors[0].type == 1 else source.randint
    drawn = [draw(least, most) for _ in tensors[0].numbers]
    return Tensor(tensors[0].type, tensors[0].dims, drawn)


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def states_in(notes):
    """(input, output) of each note of --state auto."""
    words = [line.split("'") for line in notes.splitlines() if "is a state" in line]
    return {each[1]: each[3] for each in words}


def declared_outputs(model):
    return [text_of(info, 1) for info in all_of(graph_of(model), 12)]


class Comparison:
    def __init__(self, model, folder, arguments):
        self.model = model / "model.onnx" if model.is_dir() else model
        self.folder, self.arguments, self.source = folder, arguments, random.Random(arguments.seed)
        self.constants = stated(model).get("constants", {})
        options = binding_of(model, argparse.Namespace(constant=[], input_shape=[])).options if model.is_dir() else ()
        self.states = states_in(self.convert(options))
        self.inputs = [each.name for each in free_inputs(self.model)]
        self.outputs = declared_outputs(self.model)
        sets = sorted(model.glob("test_data_set_*"))[:3]
        self.given = [[read_tensor(each / f"input_{k}.pb") for each in sets] or [self.drawn(each)]
                      for k, each in enumerate(free_inputs(self.model))]

    def drawn(self, declared):
        return Tensor(1, declared.dims, [self.source.uniform(-1, 1) for _ in range(math.prod(declared.dims))])

    def convert(self, options):
        return run([self.arguments.tool, self.model, "--state", "auto", "--name", "frames", "-o",
                    self.folder / "model.hpp", *options]).stderr

    def input_of_frame(self, k, name, number, before):
        if name in self.states:
            if before:
                return read_tensor(before.files / f"output_{self.outputs.index(self.states[name])}.pb")
            like = self.given[k][0]
            return Tensor(like.type, like.dims, [0] * len(like.numbers))
        if name in self.constants or number < len(self.given[k]):
            return self.given[k][min(number, len(self.given[k]) - 1)]
        return noise_like(self.given[k], self.source)

    def make_frames(self):
        """Inputs of all frames as our runner reads them; outputs of the reference beside them."""
        frames, fed = [], b""
        for number in range(self.arguments.frames):
            frame = Frame(self.folder / f"frame_{number}")
            frame.files.mkdir(parents=True)
            (frame.directory / "model.onnx").symlink_to(self.model.resolve())
            for k, name in enumerate(self.inputs):
                tensor = self.input_of_frame(k, name, number, frames[-1] if frames else None)
                (frame.files / f"input_{k}.pb").write_bytes(tensor.proto())
                if name not in self.states and name not in self.constants:
                    fed += tensor.raw()
            run([self.arguments.reference, self.model, frame.files, frame.files])
            frames.append(frame)
        (self.folder / "frames").write_bytes(fed)
        return frames

    def run_ours(self):
        program = self.folder / "run_frames"
        run([self.arguments.compiler, "-std=c++20", "-O1", f"-I{ROOT}/include", f"-I{self.folder}",
             Path(__file__).with_name("run_frames.cpp"), "-o", program])
        said = run([program, self.folder / "frames", self.folder / "results"]).stdout.strip()
        return said, (self.folder / "results").read_bytes()

    def largest_difference(self, frames, results):
        """In units of the largest number of the same output."""
        own = [k for k, name in enumerate(self.outputs) if name not in self.states.values()]
        expected = [[read_tensor(frame.files / f"output_{k}.pb") for k in own] for frame in frames]
        largest = [max((abs(x) for frame in expected for x in frame[i].numbers), default=0) or 1
                   for i in range(len(own))]
        worst, at = 0.0, 0
        for frame in expected:
            for i, tensor in enumerate(frame):
                size = len(tensor.raw())
                ours = struct.unpack(f"<{len(tensor.numbers)}{CODES[tensor.type]}", results[at:at + size])
                at += size
                for a, b in zip(ours, tensor.numbers):
                    apart = abs(a - b) / largest[i]
                    worst = apart if not apart <= worst else worst  # and not a number
        if at != len(results):
            raise SystemExit("another number of results than expected")
        return worst

    def judge(self):
        frames = self.make_frames()
        said, results = self.run_ours()
        if self.arguments.break_one:
            results = results[:-1] + bytes([results[-1] ^ 0x40])
        worst = self.largest_difference(frames, results)
        second_opinion.judge(frames, self.folder)
        complaints = [complaint for frame in frames for complaint in frame.complaints]
        if not worst <= TOLERANCE:
            complaints.append(f"a result differs by {worst:.3g} of the largest")
        if not self.states:
            complaints.append("no state")
        return f"{len(frames)} frames, largest difference {worst:.2g}; {said}", complaints


def main():
    parser = argparse.ArgumentParser(prog="compare_frames", description=__doc__)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--tool", required=True, type=Path)
    parser.add_argument("--reference", required=True, type=Path, help="run_reference")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--break", dest="break_one", action="store_true", help="alter one result")
    arguments = parser.parse_args()
    failed = 0
    for model in arguments.models:
        with tempfile.TemporaryDirectory() as folder:
            text, complaints = Comparison(model, Path(folder), arguments).judge()
        failed += bool(complaints)
        print("\n    ".join([f"{'FAIL' if complaints else 'pass'} {model.stem}: {text}", *complaints]),
              flush=True)
    print(f"{len(arguments.models) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
