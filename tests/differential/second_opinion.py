# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ONNX Runtime computes, where it is installed: it must agree with the reference.

TIGRIS_ORT names a folder in which somebody ran
    ONNXRUNTIME_NODE_INSTALL=skip npm install --ignore-scripts onnxruntime-node

Ties may fall either way, and the difference grows, so each node is asked about alone where a result
differs. It is not asked where its own products saturate, and may disagree where it reads a definition
differently, which the tool notes when it converts a model."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from judging import BUILD, PROGRAM, VERIFY

sys.path.insert(0, str(VERIFY.parent))
from backends import CPU_INFO  # noqa: E402
from onnx_file import all_of, graph_of, one_of, operators_in  # noqa: E402

HAS_VNNI = CPU_INFO.exists() and "vnni" in CPU_INFO.read_text()
UINT8, INT8 = 2, 3  # of TensorProto.DataType
PRODUCTS = ("MatMul", "Conv", "Gemm", "DynamicQuantizeLSTM")  # with integers: MatMulInteger, QLinearConv, ...
SCRIPT = Path(__file__).resolve().parent / "run_onnx_runtime.mjs"


def reads_differently(directory):
    """Whether the tool notes that ONNX Runtime may compute something else for a case."""
    command = [BUILD / "tools/onnx2hpp/onnx2hpp", directory / "model.onnx", "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "ONNX Runtime" in done.stderr


def saturates(directory):
    """Whether ONNX Runtime adds products of uint8 and int8 in 16 bits, which it does on x86 without VNNI."""
    graph = graph_of(directory / "model.onnx")
    types = {one_of(one_of(one_of(info, 2), 1), 1, 0) for info in all_of(graph, 11)}
    types |= {one_of(tensor, 2, 0) for tensor in all_of(graph, 5)}
    operators = operators_in(directory / "model.onnx")
    if any("DynamicQuantize" in op for op in operators):  # whose codes may be seen by nobody
        types.add(UINT8)
    return (not HAS_VNNI and {UINT8, INT8} <= types and any(name in op for op in operators for name in PRODUCTS))


def ask(directories, folder):
    """What ONNX Runtime says against the expected outputs of cases, by their folder."""
    names = folder / "for_onnx_runtime.json"
    names.write_text(json.dumps([str(each) for each in directories]))
    done = subprocess.run(["node", SCRIPT, names], cwd=os.environ["TIGRIS_ORT"], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])  # behind what the library warns of


def complaint_of_nodes(directory, folder):
    """What ONNX Runtime says against a node that gets the reference's values; nothing where all agree."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if subprocess.run([PROGRAM, "nodes", directory, folder], check=False).returncode != 0:
        return "some node cannot be asked about alone"
    found = ask(sorted(folder.iterdir()), folder)
    return next((f"a node: {complaint}" for case, complaint in found.items() if not saturates(Path(case))), "")


def judge(verdicts, folder):
    """Adds a complaint where the two disagree. Models that ONNX Runtime does not take say nothing."""
    if not os.environ.get("TIGRIS_ORT") or not verdicts:
        return
    found = ask([each.directory for each in verdicts], folder)
    for each in verdicts:
        complaint = found.get(str(each.directory))
        if not complaint or reads_differently(each.directory):
            continue
        nodes = complaint_of_nodes(each.directory, folder / "nodes")
        if nodes:
            each.complaints.append(f"ONNX Runtime and the reference: {complaint} ({nodes})")
