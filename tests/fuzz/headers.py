# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a sample of the headers that a corpus of models is converted to, in one unit."""

import hashlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from processes import run  # noqa: E402
from programs import ROOT, Case, source_text  # noqa: E402

CONVERTED, MOST_HEADER_BYTES, LONGEST = 0, 1 << 18, 300


def convert(model, tool, folder):
    """A Case, or None where the model is refused or its header is large."""
    name = "model_" + hashlib.sha256(model.read_bytes()).hexdigest()[:12]
    header = folder / f"{name}.hpp"
    if run([tool, model, "-o", header, "--name", name], LONGEST).status != CONVERTED:
        return None
    return Case(model, name) if header.stat().st_size <= MOST_HEADER_BYTES else None


def sample_of(folders, count, tool, work):
    """Cases of `count` models that convert, drawn from the folders; the same for the same files."""
    models = sorted(file for folder in folders if folder.is_dir() for file in folder.iterdir())
    random.Random(len(models)).shuffle(models)
    cases = {}
    for model in models:
        if len(cases) == count:
            break
        case = convert(model, tool, work)
        if case:
            cases[case.name] = case
    return list(cases.values())


def compile_unit(cases, work):
    """What the compiler complains of, or None."""
    unit = work / "sample.cpp"
    unit.write_text(source_text(cases, [], False))
    command = ["g++", "-std=c++20", "-fsyntax-only", "-fno-exceptions", "-fno-rtti",
               f"-I{ROOT / 'include'}", f"-I{ROOT / 'tests/verify'}", f"-I{work}", unit]
    outcome = run(command, LONGEST)
    return None if outcome.status == 0 else outcome.complaint()


def culprits(cases, work):
    """The models whose headers do not compile alone, each with what the compiler says."""
    complaints = ((case, compile_unit([case], work)) for case in cases)
    return [f"{case.directory}: {complaint}" for case, complaint in complaints if complaint]


def compile_sample(folders, count, tool, work):
    """(a sentence, findings)"""
    work.mkdir(parents=True, exist_ok=True)
    cases = sample_of(folders, count, tool, work)
    complaint = compile_unit(cases, work) if cases else "nothing converts"
    findings = [] if not complaint else culprits(cases, work) or [complaint]
    return f"{len(cases)} headers compiled", findings
