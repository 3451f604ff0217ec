# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks on emulated cores: the same program there and here, which must print the same."""

import subprocess
import sys

from judging import BUILD, ROOT, SMALLEST, VERIFY

SUPPORT = ROOT / "examples/firmware/qemu_mps2"
FLAGS = ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics",
         "-fconstexpr-ops-limit=100000000", f"-I{ROOT / 'include'}", f"-I{ROOT / 'tests/verify'}",
         f"-I{SUPPORT}", f"-I{ROOT / 'tests/differential'}"]
RELATIVE = 1e-4  # of sums of floats in another order, and of contracted products
ABSOLUTE = 1e-4


def shared():
    """Modules of scripts/verify."""
    if str(VERIFY.parent) not in sys.path:
        sys.path.insert(0, str(VERIFY.parent))
    sys.path.insert(0, str(ROOT / "tests/bench"))


def source_text(names, plans):
    shared()
    from targets import parse_target  # pylint: disable=import-outside-toplevel
    targets = [parse_target(plan) for plan in plans]
    includes = "".join(f'#include "{name}.hpp"\n' for name in names)
    described = ",\n    ".join(
        f"verify::describe<{', '.join(each.expression(f'{name}::model') for each in targets)}>"
        f"({name}::model)" for name in names)
    return (f"#include <model_under_test.hpp>\n{includes}\n"
            f"constexpr verify::model_under_test all[]{{{described}}};\n"
            f"const tigris::view<const verify::model_under_test> verify::models{{all, {len(names)}}};\n"
            "#include <on_core.hpp>\n")


def run(command, folder, seconds=600):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                          timeout=seconds, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def build_and_run(core, backend, folder):
    """(what the core prints, what this machine prints), line by line."""
    define = f"-DTIGRIS_VERIFY_BACKEND={backend}"
    run(["ccache", "g++", *FLAGS, define, "-c", "cores.cpp", "-o", "here.o"], folder)
    run(["g++", "here.o", "-o", "here"], folder)
    target = ["-mthumb", f"-mcpu={core.toolchain}", "-mfloat-abi=hard"]
    run(["ccache", "arm-none-eabi-g++", *target, *FLAGS, "-ffunction-sections", "-fdata-sections",
         define, "-DTIGRIS_ON_CORE", "-c", "cores.cpp", "-o", "there.o"], folder)
    run(["arm-none-eabi-g++", *target, *FLAGS, "there.o", SUPPORT / "startup.cpp", "-nostartfiles",
         f"-T{SUPPORT / core.board}.ld", f"-L{SUPPORT}", "-Wl,--gc-sections", "--specs=nano.specs",
         "-o", "there.elf"], folder)
    there = run([ROOT / "scripts/run_qemu", core.board, "there.elf"], folder)
    return there.splitlines(), run([folder / "here"], folder).splitlines()


def numbers_agree(one, other):
    try:
        a, b = float(one), float(other)
    except ValueError:
        return False
    return abs(a - b) <= ABSOLUTE + RELATIVE * max(abs(a), abs(b))


def lines_agree(one, other):
    """Words that stand for integers are equal, those with a point are near."""
    a, b = one.split(), other.split()
    return len(a) == len(b) and all(
        x == y or ("." in x and numbers_agree(x, y)) for x, y in zip(a, b))


def convert(verdicts, folder):
    names = []
    for each in verdicts:
        name = "model_" + each.directory.name
        run([BUILD / "tools/onnx2hpp/onnx2hpp", each.directory / "model.onnx", "-o",
             folder / f"{name}.hpp", "--name", name], folder)
        names.append(name)
    return names


def judge(verdicts, core_name, folder):
    """Adds a complaint where a core computes something else than this machine."""
    if not verdicts:
        return
    shared()
    from cores import CORES  # pylint: disable=import-outside-toplevel
    core = CORES[core_name]
    names = convert(verdicts, folder)
    (folder / "cores.cpp").write_text(source_text(names, SMALLEST))
    try:
        there, here = build_and_run(core, core.backend, folder)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        verdicts[0].complaints.append(f"{core_name}: {error}")
        return
    for number, each in enumerate(verdicts):
        one = there[number] if number < len(there) else "nothing"
        if not lines_agree(one, here[number]):
            each.complaints.append(f"{core_name} prints {one[:200]}, this machine {here[number][:200]}")
