# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/bench --cost: builds what a core's cost table is made of, or held against."""

from building import build_firmware, build_plugin, identifier, say
from cores import CORES
from counting import Failure, count, totals
from tables import (CHECKED_MODELS, CHECKED_PLANS, CODE_OF, check_model, chains_of, code_of_plan, has_code, is_near,
                    line_of, make_code, make_table)


def run_cost(arguments, build):
    """Makes the core's table, or its bytes of code, or holds it against models."""
    if arguments.flash:
        return make_cost_of_code(arguments, build)
    plugin = build_plugin(build)
    if not plugin:
        raise Failure("costs are counted by a plugin, and this QEMU takes none")
    return check_cost(arguments, build, plugin) if arguments.check else make_cost(arguments, build, plugin)


def build_unmarked(arguments, core, build, models, plans, *options):
    """Firmware whose code is that of a network and nothing else."""
    return build_firmware(arguments, core, build / "code", [], models, "-DTIGRIS_BENCH_FLASH=ON",
                          "-DTIGRIS_BENCH_POLICIES=balanced", f"-DTIGRIS_BENCH_PLANS={';'.join(plans)}", *options)


def code_of_chains(arguments, build, folders):
    return build_unmarked(arguments, CORES[arguments.core], build, folders, ["whole", "smallest"])


def print_work_beside(tool):
    return tool.parents[2] / "tests/bench/print_work"


def make_cost_of_code(arguments, build):
    if arguments.core in CODE_OF:
        raise Failure(f"the table of {CODE_OF[arguments.core]} has the bytes of code")
    core, folders = CORES[arguments.core], chains_of(build)
    code = code_of_chains(arguments, build, folders)
    say(f"wrote {make_code(arguments.core, core, folders, code, print_work_beside(arguments.tool))}")
    return 0


def make_cost(arguments, build, plugin):
    core, folders = CORES[arguments.core], chains_of(build)
    firmware = build_firmware(arguments, core, build, [], [], f"-DTIGRIS_BENCH_CHAINS={';'.join(map(str, folders))}")
    code = None if arguments.core in CODE_OF else code_of_chains(arguments, build, folders)
    table, doubts = make_table(arguments.core, core, folders, firmware, code, plugin, print_work_beside(arguments.tool))
    say(f"{doubts}wrote {table}")
    return 0


def check_cost(arguments, build, plugin):
    core = CORES[arguments.core]
    models = [m.resolve() for m in arguments.model] or [
        m.resolve() for name in CHECKED_MODELS if (m := arguments.shared / "models" / name).is_dir()]
    recompute = "-DTIGRIS_BENCH_RECOMPUTE=ON"
    firmware = build_firmware(arguments, core, build, [], models, f"-DTIGRIS_BENCH_PLANS={';'.join(CHECKED_PLANS)}", recompute)
    code = build_unmarked(arguments, core, build, models, CHECKED_PLANS, recompute) if has_code(arguments.core) else None
    rows = [row for model in models
            for row in check_model(
                arguments.tool, arguments.core, core, model,
                lambda plan: totals(count(core, firmware / f"{identifier(model)}.{plan}.elf", plugin))[0],
                code and (lambda plan: code_of_plan(core, code, identifier(model), plan)))]
    print("\n".join(map(line_of, rows)))
    failed = sum(not is_near(row) for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed else 0
