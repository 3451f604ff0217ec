# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""References for models that compute scales at run time, from tools/reference. A last bit moves codes
there, and from layer to layer moved codes grow, so that two correct implementations may differ by any
amount: docs/how_to/verify.md says how such models are judged."""

from conformance import inputs_of
from model_binding import numbers_by_name
from onnx_file import operators_in
from processes import run

DRAWS = 8  # of last bits, at most; fewer where they suffice


class NoReference(Exception):
    """Says why there is none."""


def computes_scales(directory):
    """Whether a node of the model quantizes by what it finds in its input."""
    return any(op.startswith("DynamicQuantize") for op in operators_in(directory / "model.onnx"))


class References:
    """What tools/reference computes on all test sets of a model: every step's values, and outputs with
    other last bits. All of it lies in a folder that this creates."""

    def __init__(self, directory, folder, arguments):
        self.directory, self.folder, self.arguments = directory, folder, arguments
        self.sets = sorted(each.name for each in directory.glob("test_data_set_*"))
        self.steps, self.spread = folder / "steps", folder / "spread"
        self.link_inputs()

    def link_inputs(self):
        """Files in the order of the model's inputs, as run_reference wants them."""
        numbers = numbers_by_name(self.directory)
        for name in self.sets:
            (self.folder / name).mkdir(parents=True)
            for k, each in enumerate(inputs_of(self.directory / "model.onnx")):
                file = self.directory / name / f"input_{numbers.get(each.name, k)}.pb"
                (self.folder / name / f"input_{k}.pb").symlink_to(file.resolve())

    def execute(self, name, outputs, *options):
        outcome = run([self.arguments.executor, self.directory / "model.onnx", self.folder / name,
                       self.spread / name / outputs, *options], self.arguments.timeout)
        if outcome.status != 0:
            raise NoReference(outcome.complaint())

    def compute(self):
        for name in self.sets:
            self.execute(name, "nearest", "--steps",
                         self.steps / self.directory.resolve().name / name)

    def draw(self, seed):
        for name in self.sets:
            self.execute(name, str(seed), "--draw", seed)
