#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions of layers and models on emulated cores. docs/reference/measurements.md says how."""

import argparse
import json
import math
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import page
from baseline import ALLOWED_PERCENT, compare, flatten, known_as
from budget_plans import measure_budgets
from building import (build_firmware, build_plugin, build_project, find_subjects, identifier, say,
                      wants_steps)
from cores import CORES
from counting import ROOT, Failure, check_known_loop, count, measure, output_of
from flash import flash_of
from on_board import measure_on_board
from report import board_table, budget_table, by_rows_table, flash_table, layer_table, model_table, step_table
from steps import count_steps

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "verify"))
sys.path.append(str(HERE / "cost"))
from backends import BACKENDS, lack_of, native_backend  # noqa: E402
from cost_command import run_cost  # noqa: E402
from targets import bytes_in  # noqa: E402

BASELINE = HERE / "baseline.json"
PLANS = ["whole", "twice", "smallest", "recomputing"]


def own_backend(core):
    return native_backend() if core == "host" else CORES[core].backend


def percent(text):
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError
    return number


def size(text):
    try:
        return bytes_in(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; write one, or one with K, M or G") from error


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--core", choices=[*CORES, "host"], default="m4",
                        help="the core (default: m4); host measures the time on this machine instead")
    parser.add_argument("--model", metavar="DIR", type=Path, nargs="+", action="extend", default=[],
                        help="count DIR/model.onnx instead of layers and two known models; may be repeated")
    parser.add_argument("--rounding", choices=["nearest", "tflite"], default="tflite")
    parser.add_argument("--backend", choices=list(BACKENDS),
                        help="the kernels (default: those that are made for the core)")
    parser.add_argument("--canonical", action="store_true",
                        help="store weights in the order that every backend reads, not in --backend's")
    parser.add_argument("--float16-weights", action="store_true", help="store float32 weights as float16")
    parser.add_argument("--blob", action="store_true", help="put constants into a blob (docs/how_to/constants.md)")
    parser.add_argument("--packed", action="store_true",
                        help="compress constants, which each run decodes (docs/how_to/constants.md)")
    parser.add_argument("--stream", metavar="N[,KEEP=BYTES]", default="",
                        help="with --model: each run gets N new rows (docs/how_to/streaming_audio.md)")
    parser.add_argument("--optimize", choices=["speed", "balanced", "size"], default="balanced")
    parser.add_argument("--steps", action="store_true", help="show each step's instructions; --json has them always")
    parser.add_argument("--rows-per-call", metavar="N", type=int, choices=[1, 2, 4, 8],
                        help="count layers a to d only: each in one call, and in calls of N rows (1, 2, 4 or 8)")
    parser.add_argument("--flash", action="store_true",
                        help="print bytes of firmware instead, without those of an empty program: with "
                             "optimize::size (-Os) and with balanced (-O2)")
    parser.add_argument("--board", metavar="NAME|FILE", help="run the models on a board, and add what it costs "
                        "(docs/how_to/placement.md); core and backend are the board's")
    parser.add_argument("--place", metavar="RULE", action="append", default=[],
                        help="with --board: count with these placement rules, too")
    parser.add_argument("--placement", metavar="FILE", action="append", default=[], help="with --board: rules in YAML")
    parser.add_argument("-f", dest="flash_bytes", metavar="BYTES", help="with --board: its memory of constants")
    parser.add_argument("--cost", action="store_true",
                        help="make the core's cost table (docs/how_to/cost_tables.md), with --flash its bytes of "
                             "code alone; with --check compare what the tool estimates of models with counts instead")
    parser.add_argument("-m", dest="budgets", metavar="BYTES", type=size, nargs="+", default=[],
                        help="with --model: count plans in so much fast memory, without a hint and with one; "
                        "K, M and G are units")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true",
                        help="compare with the committed counts; exit with 1 if one grew by more than --tolerance")
    parser.add_argument("--tolerance", metavar="PERCENT", type=percent, default=ALLOWED_PERCENT,
                        help="with --check: growth that passes, 0 or more (default: %(default)s)")
    parser.add_argument("--update", action="store_true",
                        help="write the counts to tests/bench/baseline.json and docs/reference/performance.md")
    parser.add_argument("--tool", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--shared", type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.backend = arguments.backend or own_backend(arguments.core)
    is_default = ((arguments.rounding, arguments.optimize, arguments.canonical,
                   arguments.float16_weights, arguments.blob, arguments.packed, arguments.stream)
                  == ("tflite", "balanced", False, False, False, False, ""))
    if arguments.tolerance != ALLOWED_PERCENT and not arguments.check:
        parser.error("--tolerance needs --check")
    if (arguments.check or arguments.update) and (arguments.model or not is_default) and not arguments.cost:
        parser.error("--check and --update count what is committed: no other model or option")
    if arguments.float16_weights and arguments.core == "host":
        parser.error("--float16-weights counts firmware")
    for given, option in ((arguments.blob, "--blob"), (arguments.packed, "--packed")):
        if given and (arguments.core == "host" or arguments.flash or arguments.steps or arguments.json):
            parser.error(f"{option} counts runs of firmware, without --flash, --steps and --json")
    if arguments.packed and (arguments.blob or not arguments.model):
        parser.error("--packed needs --model, and constants that are in no blob")
    if lack_of(arguments.backend):
        parser.error(lack_of(arguments.backend))
    if (arguments.check or arguments.update) and arguments.core == "host":
        parser.error("times of this machine are not committed")
    if arguments.rows_per_call and (arguments.flash or arguments.model or arguments.core == "host"):
        parser.error("--rows-per-call counts layers, and goes with neither --flash nor --model")
    if not arguments.board and (arguments.place or arguments.placement or arguments.flash_bytes):
        parser.error("--place, --placement and -f need --board")
    if arguments.budgets and (not arguments.model or arguments.core == "host"):
        parser.error("-m counts firmware of models: it needs --model")
    if arguments.budgets and any((arguments.check, arguments.update, arguments.board, arguments.cost, arguments.flash,
                                  arguments.steps, arguments.canonical)):
        parser.error("-m goes with none of --check, --update, --board, --cost, --flash, --steps and --canonical")
    if arguments.board and (not arguments.model or not is_default or arguments.check or arguments.update):
        parser.error("--board needs --model and goes with --place, --placement, -f and --json only")
    if arguments.cost and (arguments.core == "host" or CORES[arguments.core].board == "user"
                           or arguments.backend != own_backend(arguments.core) or not is_default):
        parser.error("--cost needs a core without Linux, its own kernels, and no other option")
    if arguments.flash and (arguments.check or arguments.update):
        parser.error("flash is not committed")
    if arguments.flash and (arguments.core == "host" or CORES[arguments.core].board == "user"):
        parser.error(f"{arguments.core} has no flash")
    return arguments


def run_host(arguments, build):
    layers, models = find_subjects(arguments, build)
    folder = build_project(arguments, "host", build, layers, models)
    print(output_of(folder / "tigris_bench_host",
                    f"--benchmark_format={'json' if arguments.json else 'console'}"), end="")


def measure_layer(core, firmware, name, plugin):
    found = measure(core, firmware / f"{name}.whole.elf", plugin)
    return {"layer": name, **{key: found[key] for key in ("instructions", "cycles_model", "macs",
                                                          "text_bytes", "scratch_bytes")}}


def measure_by_rows(core, firmware, name, plugin):
    whole, rows = (measure(core, firmware / f"{name}.{plan}.elf", plugin) for plan in ("whole", "rows"))
    if whole["hash"] != rows["hash"]:
        raise Failure(f"{name}: by rows the output differs")
    return {"layer": name, "whole": whole["instructions"], "by_rows": rows["instructions"],
            "whole_text_bytes": whole["text_bytes"], "text_bytes": rows["text_bytes"]}


def measure_plan(core, firmware, name, plan, plugin, with_steps):
    found = {"plan": plan, **measure(core, firmware / f"{name}.{plan}.elf", plugin), "steps": []}
    if plugin and with_steps:
        found["steps"] = count_steps(count(core, firmware / f"{name}.{plan}.steps.elf", plugin))
    return found


def measure_model(core, firmware, name, plugin, with_steps):
    plans = [measure_plan(core, firmware, name, plan, plugin, with_steps) for plan in PLANS]
    if len({plan.pop("hash") for plan in plans}) > 1:
        raise Failure(f"{name}: the outputs differ between plans")
    for plan in plans:
        more = plan["instructions"] - plans[0]["instructions"]
        plan["overhead_percent"] = round(100 * more / plans[0]["instructions"], 3)
    return {"model": name, "plans": plans}


def measure_flash(arguments, build):
    core = CORES[arguments.core]
    _, models = find_subjects(arguments, build)
    firmware = build_firmware(arguments, core, build, [], models, "-DTIGRIS_BENCH_FLASH=ON")
    return {"core": arguments.core,
            "backend": arguments.backend,
            "models": [flash_of_model(core, firmware, identifier(folder)) for folder in models]}


def flash_of_model(core, firmware, name):
    return {"model": name,
            "plans": [{"plan": plan, "policy": policy,
                       **flash_of(firmware / f"{name}.{plan}.{policy}.elf", firmware / "empty.elf",
                                  f"subject_{name}", core.prefix)}
                      for policy in ("size", "balanced") for plan in PLANS[:3]]}


def at_once(measure_one, folders):
    """What it finds of each folder's firmware, on all cores of this machine: counts do not depend on time."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda folder: measure_one(identifier(folder)), folders))


def measure_all(arguments, build):
    core = CORES[arguments.core]
    layers, models = find_subjects(arguments, build)
    plugin = build_plugin(build)
    firmware = build_firmware(arguments, core, build, layers, models)
    if plugin:
        check_known_loop(core, firmware / "known_loop.elf", plugin)
    if arguments.rows_per_call:
        return {"core": arguments.core, "backend": arguments.backend, "rows_per_call": arguments.rows_per_call,
                "layers": at_once(lambda name: measure_by_rows(core, firmware, name, plugin), layers)}
    return {"core": arguments.core,
            "backend": arguments.backend,
            "layers": at_once(lambda name: measure_layer(core, firmware, name, plugin), layers),
            "models": at_once(lambda name: measure_model(core, firmware, name, plugin, wants_steps(arguments)),
                              models)}


def run_board(arguments, build):
    find_subjects(arguments, build)
    plugin = build_plugin(build)
    if not plugin:
        raise Failure("accesses are counted by a plugin, and this QEMU takes none")
    return measure_on_board(arguments, plugin)


def show(results, with_steps):
    if "budgets" in results:
        print("\n\n".join(budget_table(model) for model in results["budgets"]))
        return
    if "board" in results:
        print("\n\n".join(board_table(model) for model in results["models"]))
        return
    if "layers" not in results:
        print("\n\n".join(flash_table(model) for model in results["models"]))
        return
    if "rows_per_call" in results:
        print(by_rows_table(results))
        return
    if results["layers"]:
        print(layer_table(results["layers"]))
    for model in results["models"]:
        print("\n" + model_table(model))
        if with_steps:
            print("\n" + step_table(model))


def read_baseline():
    return json.loads(BASELINE.read_text()) if BASELINE.exists() else {}


def check(results, tolerance):
    """0 if no count grew by more than `tolerance` percent; prints sums that scripts/test adds up."""
    counted = flatten(results)
    worse, better = compare(read_baseline().get(known_as(results), {}), counted, tolerance)
    for sentence in worse:
        print(f"failed: {sentence}")
    for sentence in better:
        print(f"better, write it down with scripts/bench --update: {sentence}")
    print(f"{len(counted) - len(worse)} passed, {len(worse)} failed")
    return 1 if worse else 0


def update(results):
    known = read_baseline()
    known[known_as(results)] = {**known.get(known_as(results), {}), **flatten(results)}
    BASELINE.write_text(json.dumps(known, indent=4) + "\n")
    page.write(known)


def what_is_asked(arguments):
    if arguments.budgets:
        return measure_budgets
    return run_board if arguments.board else measure_flash if arguments.flash else measure_all


def main():
    arguments = parse_arguments()
    build = ROOT / "build" / "-".join(
        ["bench", arguments.core, arguments.backend] + ["canonical"] * arguments.canonical +
        ["float16"] * arguments.float16_weights + ["blob"] * arguments.blob + ["packed"] * arguments.packed + ["stream" + arguments.stream.replace(",KEEP=", "keep")] * bool(arguments.stream) + ["rows"] * bool(arguments.rows_per_call) +
        ["flash"] * arguments.flash + ["budgets"] * bool(arguments.budgets) + ["cost"] * arguments.cost + ["check"] * (arguments.cost and arguments.check))
    build.mkdir(parents=True, exist_ok=True)
    try:
        if arguments.core == "host":
            run_host(arguments, build)
            return 0
        if arguments.cost:
            return run_cost(arguments, build)
        results = what_is_asked(arguments)(arguments, build)
    except Failure as failure:
        say(f"bench: {failure}")
        return 2
    if arguments.json:
        print(json.dumps(results, indent=2))
    else:
        show(results, arguments.steps)
    if arguments.update:
        update(results)
    return check(results, arguments.tolerance) if arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
