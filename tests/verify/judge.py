# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs the models of a batch, and turns what the runner prints into findings."""

import argparse
import json
import os

from backends import emulator
from conformance import conformance_options
from dynamic import DRAWS, NoReference, References, computes_scales
from model_binding import stated
from processes import run
from programs import compile_batch
from report import describe_steps, equal_share
from targets import judge_target

LEAST_EQUAL_PERCENT = 99  # of a model's quantized values, step by step


def judge_batch(batch, arguments, work):
    """Findings by name of the case. A batch that does not compile is tried again in halves."""
    program, complaint = compile_batch(batch, arguments, work)
    if program:
        return {case.name: judge_case(case, i, program, arguments, work)
                for i, case in enumerate(batch)}
    if len(batch) == 1:
        text = "the header does not compile: " + complaint
        return {batch[0].name: {"verdict": "fail", "text": text}}
    half = len(batch) // 2
    return {**judge_batch(batch[:half], arguments, work),
            **judge_batch(batch[half:], arguments, work)}


def compares_with_tflm(case, arguments):
    if arguments.reference:
        return arguments.reference == "tflm"
    return arguments.rounding == "tflite" and (case.directory / "tflm_reference").is_dir()


def bound_options(case, arguments, default):
    """The command line's bound, that of verify.json, or the default; in that order."""
    if arguments.bound is not None:
        return ["--bound-lsb", arguments.bound]
    bounds = stated(case.directory)
    if default:
        if "bound_abs" in bounds:
            return ["--bound-abs", bounds["bound_abs"]]
        return ["--bound-lsb", bounds.get("bound_lsb", default)]
    return ["--bound-lsb", default]


def runner_options(case, arguments):
    if arguments.onnx:
        return conformance_options(case, arguments.rows[case.directory.name])
    tflm = compares_with_tflm(case, arguments)
    options = bound_options(case, arguments, 0 if tflm else 1)
    name = case.directory.resolve().name
    if case.binding.input_files:
        options += ["--input-files", ",".join(map(str, case.binding.input_files))]
    options += ["--counts", len(stated(case.directory).get("bounds", {}))]
    if tflm:
        options.append("--tflm")
    if arguments.top1:
        options.append("--top1")
    if arguments.float16_weights:
        options.append("--halves")
    if arguments.out:
        options += ["--out", arguments.out.resolve() / name]
    if arguments.steps is not None:
        options += ["--steps", os.path.join(arguments.steps, name) if arguments.steps else ""]
    return options


def judge(case, index, program, arguments, *options):
    outcome = run([*emulator(arguments.backend), program, index, case.directory,
                   *runner_options(case, arguments), *options], arguments.timeout)
    if outcome.status != 0:
        return {"verdict": "fail", "text": outcome.complaint()}
    finding = json.loads(outcome.output)
    enough = 100 * equal_share([finding], apart=False) >= LEAST_EQUAL_PERCENT
    finding["verdict"] = "pass" if finding["pass"] and enough else "fail"
    if "targets" in finding:
        finding["targets"] = [judge_target(*pair) for pair in zip(arguments.targets,
                                                                  finding["targets"])]
    return finding


def may_have_grown(case, finding, arguments):
    """Whether the model computes scales, no bound is said, and only the bound was not met."""
    asked = arguments.onnx or arguments.steps is not None or arguments.bound is not None
    said = {"bound_abs", "bound_lsb"} & set(stated(case.directory))
    met = finding.get("pass", True)
    return not (asked or said or met or compares_with_tflm(case, arguments)) and computes_scales(
        case.directory)


def judge_steps(case, references, arguments, work):
    """Each step with the reference's operands, by a program that is compiled once more."""
    words = vars(arguments) | {"steps": references.steps, "targets": [], "out": None}
    asked = argparse.Namespace(**words)
    return judge_batch([case], asked, work)[case.name]


def judge_grown(case, index, program, arguments, work):
    references = References(case.directory, work / f"{case.name}_reference", arguments)
    references.compute()
    steps = judge_steps(case, references, arguments, work)
    if steps["verdict"] == "fail":
        return {**steps, "text": "a step: " + (steps.get("text") or describe_steps(steps))}
    for seed in range(1, DRAWS + 1):
        references.draw(seed)
        finding = judge(case, index, program, arguments, "--spread", references.spread)
        if finding["verdict"] == "pass":
            break
    return {**finding, "by_steps": describe_steps(steps)}


def judge_case(case, index, program, arguments, work):
    finding = judge(case, index, program, arguments)
    if not may_have_grown(case, finding, arguments):
        return finding
    try:
        return judge_grown(case, index, program, arguments, work)
    except NoReference as error:
        return {**finding, "by_steps": f"not judged ({error})"}
