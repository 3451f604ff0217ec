# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is counted, and the programs that are built for it."""

import re
import sys
from pathlib import Path

from cores import CORES
from counting import ROOT, Failure, output_of, takes_plugins

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "verify"))
from backends import LIBRARIES  # noqa: E402

LAYERS_WITH_WINDOWS = "abcd"
DEFAULT_MODELS = ["kws_ref_int8", "vww_96_int8"]


def say(text):
    print(text, file=sys.stderr)


def find_subjects(arguments, build):
    """Folders of layers and of models."""
    if arguments.model:
        for folder in arguments.model:
            if not (folder / "model.onnx").is_file():
                raise Failure(f"{folder} holds no model.onnx")
        return [], [folder.resolve() for folder in arguments.model]
    output_of(HERE / "make_layers.py", build / "layers")
    has_floats = arguments.core == "host" or CORES[arguments.core].has_floats
    layers = sorted(folder for folder in (build / "layers").iterdir()
                    if has_floats or not folder.name.endswith(("_float", "_dynamic")))
    if arguments.rows_per_call:
        return [layer for layer in layers if layer.name[0] in LAYERS_WITH_WINDOWS], []
    models = [arguments.shared / "models" / name for name in DEFAULT_MODELS]
    missing = [str(m) for m in models if not (m / "model.onnx").exists()]
    if missing:
        say(f"bench: skipped, because they are missing: {', '.join(missing)}")
    return layers, [m.resolve() for m in models if str(m) not in missing]


def identifier(folder):
    """What the build calls the model in it."""
    return re.sub("[^A-Za-z0-9_]", "_", folder.name)


def build_plugin(build):
    if not takes_plugins():
        say("bench: this QEMU takes no plugins: counts are to some 40 instructions, cycles unknown")
        return None
    plugin = build / "count.so"
    sources = [HERE / f"count/{name}.cpp" for name in ("count", "cycles", "instruction", "m7_cycles", "memories")]
    output_of("g++", "-std=c++20", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", *sources, "-o",
              plugin)
    return plugin


def wants_steps(arguments):
    return arguments.steps or arguments.json


def library_option(backend):
    library = LIBRARIES.get(backend)
    return [f"-D{library.variable}={Path(library.folder()).resolve()}"] if library and library.folder() else []


def build_project(arguments, name, build, layers, models, *options):
    folder = build / name
    output_of("cmake", "-G", "Ninja", "-S", HERE / name, "-B", folder,
              f"-DTIGRIS_ONNX2HPP={arguments.tool}",
              f"-DTIGRIS_BENCH_LAYERS={';'.join(map(str, layers))}",
              f"-DTIGRIS_BENCH_MODELS={';'.join(map(str, models))}",
              f"-DTIGRIS_BENCH_BACKEND={arguments.backend}",
              f"-DTIGRIS_BENCH_WEIGHTS={'portable' if arguments.canonical else arguments.backend}",
              f"-DTIGRIS_BENCH_ROUNDING={arguments.rounding}",
              f"-DTIGRIS_BENCH_FLOAT16={'ON' if arguments.float16_weights else 'OFF'}",
              f"-DTIGRIS_BENCH_BLOB={'ON' if arguments.blob else 'OFF'}",
              f"-DTIGRIS_BENCH_PACKED={'ON' if arguments.packed else 'OFF'}",
              f"-DTIGRIS_BENCH_STREAM={arguments.stream}",
              f"-DTIGRIS_BENCH_OPTIMIZE={arguments.optimize}",
              f"-DTIGRIS_BENCH_ROWS_PER_CALL={arguments.rows_per_call or 0}",
              *library_option(arguments.backend), *options)
    output_of("cmake", "--build", folder)
    return folder


def build_firmware(arguments, core, build, layers, models, *options):
    return build_project(
        arguments, "firmware", build, layers, models,
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{core.toolchain}.cmake",
        *([f"-DCMAKE_CXX_FLAGS={core.flags}"] if core.flags else []),
        f"-DTIGRIS_BENCH_STEPS={'ON' if wants_steps(arguments) else 'OFF'}", *options)
