#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py [--break] [--more FILE] MODEL_FOLDER COMMAND...: the command, given files with the bytes of an
input and for those of the output, and a copy of FILE, writes what the test sets of the model say (ONNX
Runtime's outputs)."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_file import one_of  # noqa: E402


def main():
    words = sys.argv[1:]
    breaks = words[0] == "--break"
    words = words[breaks:]
    more = words[1] if words[0] == "--more" else None
    model, *command = words[2:] if more else words
    sets = sorted(Path(model).glob("test_data_set_*"))[:2]
    if not sets:
        sys.exit(f"{model} has no test sets")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if more:
            shutil.copy(more, folder / "more.bin")
        for one in sets:
            data = one_of((one / "input_0.pb").read_bytes(), 9)
            (folder / "in.bin").write_bytes(bytes(len(data)) if breaks else data)
            subprocess.run([*command, "in.bin", "out.bin", *(["more.bin"] if more else [])], cwd=folder, check=True)
            if (folder / "out.bin").read_bytes() != one_of((one / "output_0.pb").read_bytes(), 9):
                sys.exit(f"{one}: WRONG")
    print(f"{len(sets)} outputs are right")


if __name__ == "__main__":
    main()
