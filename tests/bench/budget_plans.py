# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of models at given bytes of fast memory, without a hint and with one, counted in firmware."""

from building import build_firmware, build_plugin, find_subjects, identifier
from cores import CORES
from counting import ROOT, Failure, measure

TABLES = ROOT / "tools/onnx2hpp/costs/tables"
EFFORTS = {"own": "none", "hinted": "normal"}  # who made the plan: the compiler, or the tool's search


def measure_plans(core, firmware, name, budget, plugin):
    plans = {maker: measure(core, firmware / f"{name}_{budget}_{effort}.given.elf", plugin)
             for maker, effort in EFFORTS.items()}
    if len({plan.pop("hash") for plan in plans.values()}) > 1:
        raise Failure(f"{name}: at {budget} bytes the outputs differ with a hint")
    return {"bytes": budget, **plans}


def measure_budgets(arguments, build):
    core, plugin = CORES[arguments.core], build_plugin(build)
    _, models = find_subjects(arguments, build)
    efforts = ";".join(EFFORTS.values())
    table = arguments.core if (TABLES / f"{arguments.core}.txt").is_file() else ""
    firmware = build_firmware(arguments, core, build, [], models, f"-DTIGRIS_BENCH_EFFORTS={efforts}",
                              f"-DTIGRIS_BENCH_CORE={table}",
                              f"-DTIGRIS_BENCH_BUDGETS={';'.join(map(str, arguments.budgets))}")
    return {"core": arguments.core, "backend": arguments.backend,
            "budgets": [{"model": name, "plans": [measure_plans(core, firmware, name, budget, plugin)
                                                  for budget in arguments.budgets]}
                        for name in map(identifier, models)]}
