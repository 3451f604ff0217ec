#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py TOOL MODEL NAME PROGRAM...: the program's plans must be those of the tool, as text.

PROGRAM prints lines `$ OPTION...`, each followed by a plan in JSON. `TOOL analyze MODEL --name NAME
--json OPTION...` must print the same, beside what only the tool knows, and exit with 0, or with 2
where the plan does not fit.
"""

import json
import re
import subprocess
import sys

# What no compiler knows of a model, or needs.
TOOLS_OWN = {
    "plan": {"constants", "removed", "summary", "calls", "calls_cut"},
    "totals": {"instructions", "instructions_error_percent", "instructions_reason", "cycles",
               "machine_code_bytes", "machine_code_error_percent", "machine_code_reason", "milliseconds", "milliseconds_reason"},
    "steps": {"operator", "inputs", "outputs", "output_shape", "output_type", "weights_bytes",
              "instructions"},
    "tensors": {"memory", "kind", "type", "shape", "onnx_shape", "layout", "scale", "zero_point"},
}


def without(members, own):
    return {key: value for key, value in members.items() if key not in own}


def without_the_tools_own(text):
    """A plan as a compiler prints it."""
    plan = without(json.loads(text), TOOLS_OWN["plan"])
    plan["totals"] = without(plan["totals"], TOOLS_OWN["totals"])
    for key in ("steps", "tensors"):
        plan[key] = [without(item, TOOLS_OWN[key]) for item in plan[key]]
    return json.dumps(plan, indent=2, ensure_ascii=False) + "\n"


def plans_in(output):
    """[(options, plan)] of a program's output."""
    parts = re.split(r"^\$ (.*)\n", output.replace("\r\n", "\n"), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2]))


def difference(options, expected, plan, status):
    """What is wrong with the tool's plan and exit status, or nothing."""
    ours, theirs = expected.splitlines(), plan.splitlines()
    for number, (a, b) in enumerate(zip(ours, theirs), 1):
        if a != b:
            return f"{options}: line {number} differs: the compiler has {a.strip()}, the tool {b.strip()}"
    if expected != plan:
        return f"{options}: one has {len(ours)} lines, the other {len(theirs)}"
    wanted = 0 if json.loads(plan)["fits"] else 2
    return "" if status == wanted else f"{options}: exit status {status} instead of {wanted}"


def compare(tool, model, name, output):
    """(number of plans, differences)"""
    found, plans = [], plans_in(output)
    for options, expected in plans:
        result = subprocess.run([tool, "analyze", model, "--name", name, "--json", *options.split()],
                                text=True, capture_output=True)
        plan = without_the_tools_own(result.stdout) if result.stdout else ""
        found.append(difference(options, expected, plan, result.returncode))
    return len(plans), [line for line in found if line]


def main():
    tool, model, name, *program = sys.argv[1:]
    result = subprocess.run(program, text=True, capture_output=True)
    count, found = compare(tool, model, name, result.stdout)
    print("\n".join(found + [f"{count} plans, {len(found)} differ"]))
    return 1 if found or count == 0 or result.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
