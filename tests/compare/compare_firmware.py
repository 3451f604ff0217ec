#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts firmware of TiGrIS beside that of libraries which you have built, on emulated cores.

Prints for each model instructions, modelled cycles, flash and RAM, and whether all outputs are the same bytes. None of
the libraries' sources are compiled: name their archives and the folders of their headers. Without any, only TiGrIS is
counted. docs/explanation/comparison.md has the result."""

import argparse
import json
import sys
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent / "bench"))
import building  # noqa: E402
import figures  # noqa: E402
from cores import CORES  # noqa: E402
from counting import (Failure, check_known_loop, count, measure, numbers_of, output_of, run_qemu,  # noqa: E402
                      symbols_of, totals)
from flash import flash_of, loaded_bytes, section_bytes  # noqa: E402
from report import table  # noqa: E402
from tflite import NotThere, compared_header  # noqa: E402

PLANS = ["whole", "twice", "smallest"]
STATIC = [".data", ".bss", ".dtcm", ".slow"]
EDGES = ("bench::(anonymous namespace)::input<", "bench::(anonymous namespace)::output<")
PROGRAMS = {"tflm": "TensorFlow Lite Micro", "cmsis_nn": "CMSIS-NN in our plan", "whole": "TiGrIS whole",
            "twice": "TiGrIS twice", "smallest": "TiGrIS smallest"}


def parse_arguments(words):
    parser = argparse.ArgumentParser(prog="compare", description=__doc__,
                                     epilog="In paths of libraries {core} stands for the core's name.")
    parser.add_argument("--core", choices=[core for core in CORES if CORES[core].prefix == "arm-none-eabi-"],
                        action="append", help="may be repeated (default: m4, m55)")
    parser.add_argument("--model", metavar="DIR", type=Path, action="append",
                        help="with model.onnx; may be repeated (default: MLPerf Tiny's four)")
    parser.add_argument("--plan", choices=PLANS, action="append", help="of TiGrIS; may be repeated (default: all)")
    parser.add_argument("--tflm", metavar="ARCHIVE", action="append", default=[],
                        help="TensorFlow Lite Micro, or what its kernels call; may be repeated")
    parser.add_argument("--tflm-include", metavar="DIR", action="append", default=[],
                        help="folder of its headers, or of those that they include; may be repeated")
    parser.add_argument("--tflm-define", metavar="NAME[=VALUE]", action="append", default=[],
                        help="macro that the archives were compiled with; may be repeated")
    parser.add_argument("--tflite", metavar="DIR", type=Path,
                        help="folder with <model's folder>.tflite (default: model.tflite beside model.onnx)")
    parser.add_argument("--cmsis-nn", metavar="ARCHIVE", help="CMSIS-NN, called by plans of TiGrIS")
    parser.add_argument("--cmsis-nn-include", metavar="DIR", help="folder of its headers")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--update", action="store_true",
                        help="write tests/compare/figures.json and the tables of docs. Libraries that were not given "
                             "keep their figures")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--shared", type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.tflm and not arguments.tflm_include:
        parser.error("--tflm needs --tflm-include")
    if bool(arguments.cmsis_nn) != bool(arguments.cmsis_nn_include):
        parser.error("--cmsis-nn and --cmsis-nn-include go together")
    if arguments.update and (arguments.model or arguments.plan):
        parser.error("--update counts what is committed: no other model or plan")
    arguments.core = arguments.core or figures.CORES
    arguments.plan = arguments.plan or PLANS
    arguments.model = [folder.resolve() for folder in arguments.model or
                       [arguments.shared / "models" / name for name in figures.MODELS]]
    return arguments


def path_for(core, text):
    return Path(text.replace("{core}", core)).resolve()


def existing(path):
    if not path.exists():
        raise Failure(f"there is no {path}")
    return path


def bytes_of_sections(elf, prefix):
    listing = output_of(prefix + "size", "-A", elf)
    return sum(section_bytes(listing, name) for name in STATIC)


def bench_arguments(arguments, backend):
    """What bench.py's functions want to know, as `scripts/bench --backend` would have it."""
    return SimpleNamespace(tool=arguments.tool, stream=0, backend=backend, canonical=False, rounding="tflite",
                           float16_weights=False, blob=False, packed=False, optimize="balanced", rows_per_call=None,
                           steps=False, json=False)


def measure_plan(core, counted, flash, name, plan, plugin):
    found = measure(core, counted / f"{name}.{plan}.elf", plugin)
    elf, empty = flash / f"{name}.{plan}.balanced.elf", flash / "empty.elf"
    edges = sum(s.size for s in symbols_of(elf, core.prefix) if s.name.startswith(EDGES))
    static = bytes_of_sections(elf, core.prefix) - bytes_of_sections(empty, core.prefix)
    return {"instructions": found["instructions"], "cycles_model": found["cycles_model"],
            "fast_bytes": found["fast_bytes"],
            "flash_bytes": flash_of(elf, empty, f"subject_{name}", core.prefix)["flash_bytes"],
            "static_bytes": static, "edge_bytes": edges, "stack_bytes": found["stack_bytes"],
            "ram_bytes": static + found["stack_bytes"], "hash": found["hash"]}


def measure_plans(arguments, core, build, backend, plans, plugin, *options):
    """{model: {plan: figures}} of firmware with a backend's kernels."""
    wanted = bench_arguments(arguments, backend)
    options = (f"-DTIGRIS_BENCH_PLANS={';'.join(plans)}", "-DTIGRIS_BENCH_POLICIES=balanced", *options)
    counted, flash = (building.build_firmware(wanted, core, build / folder, [], arguments.model, *options, *more)
                      for folder, more in (("counted", ()), ("flash", ("-DTIGRIS_BENCH_FLASH=ON",))))
    check_known_loop(core, counted / "known_loop.elf", plugin)
    names = [building.identifier(folder) for folder in arguments.model]
    return {name: {plan: measure_plan(core, counted, flash, name, plan, plugin) for plan in plans} for name in names}


def measure_cmsis_nn(arguments, core_name, build, plugin):
    archive, include = (existing(path_for(core_name, text)) for text in (arguments.cmsis_nn, arguments.cmsis_nn_include))
    found = measure_plans(arguments, CORES[core_name], build, "cmsis_nn", ["whole"], plugin,
                          f"-DTIGRIS_BENCH_CMSIS_NN={archive}", f"-DTIGRIS_BENCH_CMSIS_NN_INCLUDE={include}")
    return {name: {"cmsis_nn": plans["whole"]} for name, plans in found.items()}


class Tflm:
    """Firmware with TensorFlow Lite Micro for a core."""

    def __init__(self, arguments, core_name, build):
        self.core, self.build = CORES[core_name], build
        self.archives = [existing(path_for(core_name, text)) for text in arguments.tflm]
        self.includes = [existing(path_for(core_name, text)) for text in arguments.tflm_include]
        self.defines, self.folder_of_files = arguments.tflm_define, arguments.tflite

    def file_of(self, model):
        folder = self.folder_of_files
        return existing(folder.resolve() / f"{model.name}.tflite" if folder else model / "model.tflite")

    def configure_and_build(self, model, name, arena):
        folder = self.build / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "compared.hpp").write_text(compared_header(self.file_of(model), self.includes))
        output_of("cmake", "-G", "Ninja", "-S", HERE / "firmware", "-B", folder / "build",
                  f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{self.core.toolchain}.cmake",
                  f"-DCOMPARE_NAME={name}", f"-DCOMPARE_FOLDER={folder}", f"-DCOMPARE_MODEL={self.file_of(model)}",
                  f"-DCOMPARE_ARENA={arena}", f"-DCOMPARE_ARCHIVES={';'.join(map(str, self.archives))}",
                  f"-DCOMPARE_INCLUDES={';'.join(map(str, self.includes))}",
                  f"-DCOMPARE_DEFINES={';'.join(self.defines)}")
        output_of("cmake", "--build", folder / "build")
        return folder / "build"

    def measure(self, model, empty, plugin):
        """With the smallest arena in which the library can set itself up."""
        name = building.identifier(model)
        build = self.configure_and_build(model, name, "")
        arena = numbers_of(run_qemu(self.core, build / f"{name}.arena.elf", ""))["arena_bytes"]
        build = self.configure_and_build(model, name, arena)
        run = count(self.core, build / f"{name}.counted.elf", plugin)
        return self.figures_of(run, build / f"{name}.flash.elf", empty, arena)

    def figures_of(self, run, elf, empty, arena):
        prefix, printed = self.core.prefix, run.printed
        instructions, cycles = totals(run)
        static = bytes_of_sections(elf, prefix) - bytes_of_sections(empty, prefix)
        flash = loaded_bytes(output_of(prefix + "readelf", "-lW", elf)) - loaded_bytes(
            output_of(prefix + "readelf", "-lW", empty))
        return {"instructions": instructions, "cycles_model": cycles if self.core.has_cycles else None,
                "flash_bytes": flash, "static_bytes": static, "edge_bytes": printed["edge_bytes"],
                "arena_bytes": arena, "stack_bytes": printed["stack_bytes"],
                "setup_stack_bytes": printed["setup_stack_bytes"], "ram_bytes": static + printed["stack_bytes"],
                "hash": printed["hash"]}


def measure_core(arguments, core_name):
    """{model: {program: figures}}"""
    build = arguments.build / f"compare-{core_name}"
    build.mkdir(parents=True, exist_ok=True)
    plugin = building.build_plugin(build)
    if not plugin:
        raise Failure("instructions are counted by a plugin, and this QEMU takes none")
    core = CORES[core_name]
    tflm = Tflm(arguments, core_name, build / "tflm")
    found = measure_plans(arguments, core, build / core.backend, core.backend, arguments.plan, plugin)
    if arguments.cmsis_nn:
        for name, programs in measure_cmsis_nn(arguments, core_name, build / "cmsis_nn", plugin).items():
            found[name].update(programs)
    if arguments.tflm:
        empty = build / core.backend / "flash/firmware/empty.elf"
        for model in arguments.model:
            found[building.identifier(model)]["tflm"] = tflm.measure(model, empty, plugin)
    return found


def outputs_of(programs, program):
    """Whether a program's are the bytes of ours."""
    ours = next(programs[plan]["hash"] for plan in PLANS if plan in programs)
    return "the same" if programs[program]["hash"] == ours else "DIFFER"


def rows_of(programs):
    for program, title in PROGRAMS.items():
        if program in programs:
            p = programs[program]
            yield (title, p["instructions"], p["cycles_model"], p["flash_bytes"], p["static_bytes"], p["edge_bytes"],
                   p["stack_bytes"], p["ram_bytes"], outputs_of(programs, program))


def show(core_name, found):
    for name, programs in found.items():
        print(table((f"{core_name} {name}", "instructions", "cycles (model)", "flash", "static RAM", "of it I/O", "stack",
                     "RAM", "outputs"), list(rows_of(programs))) + "\n")


def main(words=None):
    arguments = parse_arguments(words)
    try:
        for folder in arguments.model:
            existing(folder / "model.onnx")
        found = {core: measure_core(arguments, core) for core in arguments.core}
    except (Failure, NotThere) as failure:
        print(f"compare: {failure}", file=sys.stderr)
        return 2
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        for core, models in found.items():
            show(core, models)
    if arguments.update:
        figures.update(found)
    same = all(outputs_of(programs, program) == "the same"
               for models in found.values() for programs in models.values() for program in programs)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
