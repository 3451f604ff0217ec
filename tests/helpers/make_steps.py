#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what ONNX Runtime computes at every node, the references of `scripts/verify --steps`.

DIR holds model.onnx and test_data_set_<k>/input_<i>.pb. Every value that depends on an input
becomes a TensorProto in DIR/test_data_set_<k>/steps/, or with --out in
ROOT/<name of DIR>/test_data_set_<k>/.
Needs python3-onnx, node, and a folder in which somebody ran
    ONNXRUNTIME_NODE_INSTALL=skip npm install --ignore-scripts onnxruntime-node
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

SCRIPT = Path(__file__).resolve().parent / "run_onnx_runtime.mjs"


def numbered(files):
    """Files that end in _<number> or _<number>.pb, by number."""
    return sorted(files, key=lambda file: int(file.stem.rsplit("_", 1)[1]))


def read_tensor(file):
    return onnx.TensorProto.FromString(file.read_bytes())


def variable_values(graph):
    """Names of the outputs of all nodes that depend on an input of the graph."""
    constants = {tensor.name for tensor in graph.initializer}
    variable = {value.name for value in graph.input} - constants
    found = []
    for node in graph.node:
        if variable.intersection(node.input):
            found += [name for name in node.output if name]
            variable.update(node.output)
    return found


def exposed(model):
    """The model with every variable value as a graph output, in the order of the nodes."""
    result = onnx.ModelProto.FromString(model.SerializeToString())
    known = [value.name for value in result.graph.output]
    del result.graph.value_info[:]
    for name in variable_values(result.graph):
        if name not in known:
            result.graph.output.append(onnx.ValueInfoProto(name=name))
    return result


def read_inputs(graph, folder):
    """Arrays by input name: a tensor's own name decides, or its number where that is no input."""
    constants = {tensor.name for tensor in graph.initializer}
    names = [value.name for value in graph.input if value.name not in constants]
    inputs = {}
    for place, file in enumerate(numbered(folder.glob("input_*.pb"))):
        tensor = read_tensor(file)
        name = tensor.name if tensor.name in names else names[place]
        inputs[name] = numpy_helper.to_array(tensor)
    return inputs


def read_raw(file, entry):
    return np.fromfile(file, entry["type"]).reshape(entry["dims"])


def run(model, feeds, ort):
    """Outputs by name for each of the feeds, with ONNX Runtime's optimizations disabled."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        onnx.save(model, str(folder / "model.onnx"))
        described = [{"name": name, "type": str(array.dtype), "dims": array.shape}
                     for name, array in feeds[0].items()]
        job = {"model": str(folder / "model.onnx"), "inputs": described, "sets": len(feeds)}
        (folder / "job.json").write_text(json.dumps(job))
        for k, feed in enumerate(feeds):
            for i, entry in enumerate(described):
                (folder / f"{k}_in_{i}").write_bytes(feed[entry["name"]].tobytes())
        subprocess.run(["node", SCRIPT, folder], check=True, cwd=ort)
        results = json.loads((folder / "outputs.json").read_text())
        return [{entry["name"]: read_raw(folder / f"{k}_out_{i}", entry)
                 for i, entry in enumerate(outputs)} for k, outputs in enumerate(results)]


def write_steps(values, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for i, (name, array) in enumerate(values.items()):
        tensor = numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)
        (folder / f"step_{i:03}.pb").write_bytes(tensor.SerializeToString())


def trace(directory, root, ort):
    model = onnx.load(str(directory / "model.onnx"))
    sets = numbered(directory.glob("test_data_set_*"))
    feeds = [read_inputs(model.graph, folder) for folder in sets]
    for folder, values in zip(sets, run(exposed(model), feeds, ort)):
        write_steps(values, root / directory.name / folder.name if root else folder / "steps")
    print(f"{directory.name}: {len(values)} values in each of {len(sets)} sets", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, metavar="ROOT")
    parser.add_argument("--ort", type=Path, default=os.environ.get("TIGRIS_ORT"), metavar="FOLDER",
                        help="where node_modules/onnxruntime-node is (TIGRIS_ORT)")
    arguments = parser.parse_args()
    if not arguments.ort or not (arguments.ort / "node_modules/onnxruntime-node").is_dir():
        parser.error("--ort FOLDER must hold node_modules/onnxruntime-node")
    return arguments


def main():
    arguments = parse_arguments()
    for directory in arguments.dir:
        trace(directory.resolve(), arguments.out, arguments.ort)


if __name__ == "__main__":
    sys.exit(main())
