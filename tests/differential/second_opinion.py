# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ONNX Runtime computes, where it is installed: it must agree with the reference.

TIGRIS_ORT names a folder in which somebody ran
    ONNXRUNTIME_NODE_INSTALL=skip npm install --ignore-scripts onnxruntime-node"""

import json
import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "run_onnx_runtime.mjs"


def judge(verdicts, folder):
    """Adds a complaint where the two disagree. Models that ONNX Runtime does not take say nothing."""
    ort = os.environ.get("TIGRIS_ORT")
    if not ort or not verdicts:
        return
    names = folder / "for_onnx_runtime.json"
    names.write_text(json.dumps([str(each.directory) for each in verdicts]))
    done = subprocess.run(["node", SCRIPT, names], cwd=ort, capture_output=True, text=True,
                          check=True)
    found = json.loads(done.stdout.strip().splitlines()[-1])  # behind what the library warns of
    for each in verdicts:
        complaint = found.get(str(each.directory))
        if complaint:
            each.complaints.append(f"ONNX Runtime and the reference: {complaint}")
