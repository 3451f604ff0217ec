# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""schema_test.py TOOL ROOT SHARED: what the tool prints is what docs/reference/plan.schema.json says.

SHARED is the folder of real models; without it only the models of the repository are tried.
"""

import copy
import json
import subprocess
import sys
import unittest
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: python3-jsonschema is missing; scripts/setup test installs it")
    sys.exit(77)

SHARED, ROOT, TOOL = Path(sys.argv.pop()), Path(sys.argv.pop()), sys.argv.pop()
SCHEMA = json.loads((ROOT / "docs/reference/plan.schema.json").read_text())
FASHION = ROOT / "examples/fashion/fashion_int8.onnx"
FRAME = ROOT / "examples/07_state/gru_frame.onnx"

# What only some documents have.
OPTIONAL = {"second_passes", "advice", "sweep", "calls", "calls_cut"}


def strict(schema):
    """The same schema, but a key that it does not name is an error."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if schema.get("type") == "object":
        made["additionalProperties"] = False
    return made


VALIDATOR = Draft202012Validator(strict(SCHEMA))


def plan_of(model, *options):
    result = subprocess.run([TOOL, "analyze", str(model), "--json", *options], text=True,
                            capture_output=True)
    if result.returncode not in (0, 2):
        raise RuntimeError(result.stderr)
    return json.loads(result.stdout)


def mistakes(plan):
    """[(what is wrong, the plan with it)]: in the document, and in the first item of each list."""
    for path in [()] + [(key, 0) for key, value in plan.items()
                        if isinstance(value, list) and value and isinstance(value[0], dict)]:
        keys = list(at(plan, path))
        for key in keys:
            if not path and key in OPTIONAL:
                continue
            yield f"{path} lacks {key}", changed(plan, path, lambda o, k=key: o.pop(k))
            yield f"{path} has {key} as a list of lists", changed(
                plan, path, lambda o, k=key: o.update({k: [[]]}))
        yield f"{path} has another key", changed(plan, path, lambda o: o.update(other=1))


def at(plan, path):
    for key in path:
        plan = plan[key]
    return plan


def changed(plan, path, change):
    made = copy.deepcopy(plan)
    change(at(made, path))
    return made


class SchemaTest(unittest.TestCase):
    def check(self, model, *options, has=()):
        plan = plan_of(model, *options)
        errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in VALIDATOR.iter_errors(plan)]
        self.assertEqual([], errors[:5], f"{model} {' '.join(options)}")
        for key in has:
            self.assertIn(key, plan)
        return plan

    def check_shared(self, name, *options, has=()):
        model = SHARED / name / "model.onnx"
        if not model.exists():
            self.skipTest(f"{model} is missing")
        return self.check(model, *options, has=has)

    def test_the_schema_is_one(self):
        Draft202012Validator.check_schema(SCHEMA)

    def test_every_mistake_is_found(self):
        plan = plan_of(FASHION, "--effort", "none")
        found = list(mistakes(plan))
        self.assertGreater(len(found), 200)
        for what, wrong in found:
            self.assertFalse(VALIDATOR.is_valid(wrong), what)

    def test_calls_are_of_three_numbers(self):
        plan = plan_of(FASHION, "--calls", "--effort", "none")
        for wrong in ([0, 0], [0, 0, 1, 1], [0, 0, 0], [-1, 0, 1]):
            self.assertFalse(VALIDATOR.is_valid({**plan, "calls": [wrong]}), wrong)

    def test_rings_and_a_hint(self):
        plan = self.check(FASHION, "-m", "12K", "--calls", has=["calls", "calls_cut"])
        self.assertTrue(any(b["rows"] < b["height"] for b in plan["buffers"]))

    def test_slow_memory_and_rows(self):
        plan = self.check(FASHION, "-m", "1536", "-m", "1M", "-f", "1M", "--input", "rows",
                          "--output", "rows", "--calls")
        self.assertLess({"spill", "reload", "receive", "send"}, {t["does"] for t in plan["tasks"]})

    def test_a_board(self):
        self.check(FASHION, "--board", "apollo510", "--place", "SCRATCH=SRAM", has=["advice"])

    def test_states(self):
        plan = self.check(FRAME, "--state", "auto", "--calls")
        self.assertIn("state", {t["kind"] for t in plan["tensors"]})

    def test_a_sweep(self):
        self.check(FASHION, "--sweep", "1K,12K,64K", has=["sweep"])

    def test_what_does_not_fit(self):
        self.assertFalse(self.check(FASHION, "-m", "1K")["fits"])

    def test_packed_constants(self):
        plan = self.check_shared("ad01_int8", "--compress", "lz4")
        self.assertGreater(plan["totals"]["prefix_bytes"], 0)

    def test_float_models(self):
        self.check_shared("kws_ref_float", "-m", "16K", "--backend", "blocked")

    def test_second_passes(self):
        self.check_shared("mcunetv2_large_int8", "-m", "96K", "-m", "4M", "--effort", "none",
                          "--calls", has=["second_passes"])

    def test_all_shared_models(self):
        for folder in sorted(SHARED.glob("*/model.onnx")):
            with self.subTest(model=folder.parent.name):
                self.check(folder, "-m", "48K", "--effort", "none", "--backend", "arm_dsp")


if __name__ == "__main__":
    unittest.main()
