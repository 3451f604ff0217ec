# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges cases with scripts/verify's machine: against the reference, step by step where a result alone
does not decide, and between targets and backends."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERIFY = ROOT / "tests/verify/verify.py"
BUILD = ROOT / "build/host-gcc"
PROGRAM = BUILD / "tests/differential/differential_models"
SMALLEST = ("fast=smallest,align=4",)
# Of each two the first is the compiler's plan, the second the tool's: its search finds plans that the compiler
# does not, and a header has one of them.
AT_ONCE = 2
PLANS = ("fast=smallest,input=rows,output=rows,align=4",
         "fast=hinted,slow=64M,input=slow,output=slow",
         "fast=smallest,input=arena,output=arena",
         "fast=hinted",
         "workers=2",
         "fast=hinted,input=rows,output=rows,align=16",
         "fast=smallest,slow=64M,input=slow,output=slow",
         "fast=hinted,slow=64M",
         "fast=smallest,workers=2,input=rows,align=4",
         "fast=hinted,workers=2,input=arena,output=arena",
         "fast=2xsmallest,slow=64M,align=16",
         "fast=hinted,input=arena,output=rows")
VARIANTS = (["--weights", "blob"],
            ["--board", "stm32h743", "--place", "CONSTANT=FLASH:DTCM", "--place", "SCRATCH=SRAM"],
            ["--compress", "lz4,GROUP=1K"],
            ["--board", "esp32s3"],
            ["--weights", "object"],
            ["--board", "stm32n657"])
TYPES_OF_REALS = {1, 10, 11, 16}  # of TensorProto.DataType


@dataclass
class Verdict:
    """Of one case: what is wrong, if anything; whether the tool refused it, and why."""

    directory: Path
    complaints: list = field(default_factory=list)
    refusal: str = ""


def verify(folder, directories, options):
    """Findings by name. What verify does not say of a case is a finding, too."""
    if not directories:
        return {}
    report = folder / "findings.json"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-B", VERIFY, "--build", BUILD, "--allow-unsupported", *options,
               "--json", report, *directories]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)
    found = json.loads(report.read_text()) if report.is_file() else []
    by_name = {each["name"]: each for each in found}
    lost = {"verdict": "fail", "text": "verify: " + (done.stderr.strip() or "nothing said")[-300:]}
    return {each.name: by_name.get(each.name, lost) for each in directories}


def step_complaint(finding):
    """What is wrong with single steps: more than one code, more than a float's tolerance."""
    if "kinds" not in finding:
        return finding["text"] if finding["verdict"] == "fail" else ""
    wrong = [kind["kind"] for kind in finding["kinds"] if not kind["within"]]
    return f"step {finding['worst_tensor']} ({', '.join(wrong)})" if wrong else ""


def target_complaints(finding, backend):
    return [f"{backend}, {each['target']}: {each['text']}" for each in finding.get("targets", [])
            if each["verdict"] == "fail"]


def is_mismatch(finding):
    return finding["verdict"] == "fail" and "pass" in finding


def is_refused(finding, may_be_invalid):
    return finding.get("unsupported") or (
        may_be_invalid and finding.get("text", "").startswith("onnx2hpp: onnx2hpp: error: "))


def exceeds_limits(finding):
    """Whether the drawn memories are too small for the model, or for what rules put there, or the search for a
    plan is longer than compilers evaluate, as they say."""
    text = finding.get("text", "")
    return finding.get("lacks_room") or " is full: " in text or "is longer than compilers evaluate" in text


def judge_on(backend, plans, verdicts, folder, may_be_invalid):
    """Adds complaints about one backend to the verdicts; results go to folder/BACKEND."""
    options = ["--backend", backend, "--out", folder / backend]
    first, *others = [plans[i:i + AT_ONCE] for i in range(0, len(plans), AT_ONCE)] or [()]
    judge_default(backend, verdicts, judge_plans(backend, first, verdicts, folder, options), folder, may_be_invalid)
    for more in others:
        judge_plans(backend, more, [each for each in verdicts if not each.refusal], folder, options)


def judge_plans(backend, plans, verdicts, folder, options):
    """Adds what is wrong with plans; gives all findings."""
    targets = [f"--target={plan}" for plan in plans]
    findings = verify(folder, [each.directory for each in verdicts], options + targets)
    for each in verdicts:
        each.complaints += target_complaints(findings[each.directory.name], backend)
    return findings


def judge_default(backend, verdicts, findings, folder, may_be_invalid):
    """What is wrong without a budget."""
    unsure = []
    for each in verdicts:
        finding = findings[each.directory.name]
        if is_refused(finding, may_be_invalid):
            each.refusal = finding["text"]
        elif is_mismatch(finding):
            unsure.append(each)
        elif finding["verdict"] == "fail":
            each.complaints.append(f"{backend}: {finding['text']}")
    judge_steps(backend, unsure, folder)


def judge_steps(backend, unsure, folder):
    """Ties and jumps may grow from step to step, so each step takes the reference's operands."""
    findings = verify(folder, [each.directory for each in unsure],
                      ["--backend", backend, "--steps"])
    for each in unsure:
        complaint = step_complaint(findings[each.directory.name])
        if complaint:
            each.complaints.append(f"{backend}: {complaint}")


def varint(data, at):
    value, shift = 0, 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def element_type(file):
    """TensorProto's field 2."""
    data, at = file.read_bytes(), 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        if key == 2 << 3:
            return value
        if key & 7 == 2:
            at += value
    return 0


def results_of(case, folder):
    return sorted((folder / case.directory.name).rglob("*.pb"))


def may_differ(case, result):
    """Whether backends may disagree: sums of floats may come in another order, and what is computed from them
    differs then, too."""
    return element_type(result) in TYPES_OF_REALS or has_float_sums(case.directory)


def first_difference(case, one, other, are_sums_equal):
    """The name of a result that differs in two folders, or None."""
    ours, theirs = results_of(case, one), results_of(case, other)
    if len(ours) != len(theirs):
        return "what is written"
    for a, b in zip(ours, theirs):
        if a.read_bytes() != b.read_bytes() and (are_sums_equal or not may_differ(case, a)):
            return a.name
    return None


def compare_backends(backends, verdicts, folder):
    """Integers are the same bytes on all backends."""
    first, *others = backends
    for each in verdicts:
        for backend in others:
            different = first_difference(each, folder / first, folder / backend, are_sums_equal=False)
            if different:
                each.complaints.append(f"{first} and {backend} differ in {different}")


FLOAT_SUMS = {"Conv", "ConvTranspose", "Gemm", "MatMul", "LSTM", "GRU", "RNN", "Attention", "FusedConv",
              "Einsum", "LayerNormalization", "Softmax", "InstanceNormalization"}


def has_float_sums(directory):
    sys.path.insert(0, str(VERIFY.parent))
    from onnx_file import operators_in  # pylint: disable=import-outside-toplevel
    return bool(FLOAT_SUMS & set(operators_in(directory / "model.onnx")))


def loses_channels(directory, tool):
    """Whether the tool removes channels of a case."""
    command = [tool, "analyze", directory / "model.onnx", "--effort", "none", "--json"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return done.returncode == 0 and json.loads(done.stdout)["removed"]["channels"] > 0


def compare_with(options, verdicts, folder, reference, backend=None):
    """What options do not change: the results in `reference`. Floats may differ where they choose the backend."""
    given = options if backend is None else ["--backend", backend, *options]
    other = folder / "variant"
    shutil.rmtree(other, ignore_errors=True)
    findings = verify(folder, [each.directory for each in verdicts], [*given, "--out", other])
    said = " ".join(options)
    for each in verdicts:
        finding = findings[each.directory.name]
        if is_refused(finding, False) or exceeds_limits(finding) or "the rule matches nothing" in finding.get("text", ""):
            continue
        each.complaints += target_complaints(finding, said)
        different = first_difference(each, reference, other, are_sums_equal=backend is not None)
        if different:
            each.complaints.append(f"with {said} {different} differs; {finding.get('text', finding['verdict'])}")
        elif finding["verdict"] == "fail" and not is_mismatch(finding):  # it wrote all that, and crashed
            each.complaints.append(f"with {said}: {finding['text']}")


def judge_variants(backend, variants, verdicts, folder):
    """Without channels that cannot change an output, the same kernels give the same bytes, of floats too. So
    they do wherever weights and tensors lie."""
    tool = BUILD / "tools/onnx2hpp/onnx2hpp"
    losing = [each for each in verdicts if loses_channels(each.directory, tool)]
    compare_with(["--keep-dead"], losing, folder, folder / backend, backend)
    for options in variants:
        chosen = None if "--board" in options else backend
        compare_with(options, verdicts, folder, folder / backend, chosen)


def judge(directories, backends, plans, folder, may_be_invalid=False, variants=(), is_brief=False):
    """Verdicts in order. `plans` are tried on the first backend, the one in the least memory on the
    others. Models that may be invalid may be refused as such, too. `variants`: options of VARIANTS. Where it is
    brief, other backends get no target, and dead channels are not kept."""
    verdicts = [Verdict(directory) for directory in directories]
    for_others = () if is_brief else SMALLEST
    for backend in backends:
        asked = [each for each in verdicts if not each.refusal]
        judge_on(backend, plans if backend == backends[0] else for_others, asked, folder,
                 may_be_invalid)
    accepted = [each for each in verdicts if not each.refusal]
    compare_backends(backends, accepted, folder)
    if not is_brief:
        judge_variants(backends[0], variants, [each for each in accepted if not each.complaints], folder)
    return verdicts


def backends_here():
    sys.path.insert(0, str(VERIFY.parent))
    from backends import has_avx2  # pylint: disable=import-outside-toplevel
    return ["portable", "blocked", "arm_dsp", "helium", *(["x86"] if has_avx2() else [])]


def refusals(verdicts):
    """Reasons, without names and numbers, by how often they occur."""
    words = Counter()
    for each in verdicts:
        if each.refusal:
            words[each.refusal.split("error: ", 1)[-1][:150]] += 1
    return words


def break_result(directory):
    """Alters the last element of an output of the reference, and of the step that made it."""
    output = directory / "test_data_set_0/output_0.pb"
    before = output.read_bytes()
    after = before[:-1] + bytes([before[-1] ^ 0x41])
    for file in [output, *(directory / "test_data_set_0/steps").glob("*.pb")]:
        if file.read_bytes() == before:
            file.write_bytes(after)
    return os.path.relpath(directory, ROOT)
