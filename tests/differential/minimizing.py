# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing case smaller as long as it fails."""

import json
import shutil
import subprocess
import sys

from judging import VERIFY, judge

sys.path.insert(0, str(VERIFY.parent))
from onnx_file import node_names_in  # noqa: E402

ROUNDS = 12
KINDS = ("onnx2hpp", "does not compile", "crashed", "writes outside", "ONNX Runtime", "no plan fits", "bytes of",
         "step ", "differ")  # what complaints say
MOST_CANDIDATES = 120
AT_ONCE = 12  # they share compilations


def size_of(directory):
    return (directory / "model.onnx").stat().st_size


def copy_bounds(case, smaller):
    """Those of the nodes that are left."""
    said = case / "verify.json"
    if not said.is_file():
        return
    names = node_names_in(smaller / "model.onnx")
    bounds = json.loads(said.read_text()).get("bounds", {})
    left = {node: most for node, most in bounds.items() if node in names}
    (smaller / "verify.json").write_text(json.dumps({"bounds": left}))


def smaller_cases(program, case, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([program, "reduce", case, folder], check=True, stdout=subprocess.DEVNULL)
    found = sorted(folder.iterdir(), key=size_of)
    for number, each in enumerate(found):  # verify tells them apart by name
        found[number] = each.rename(folder / f"smaller_{each.name}")
        copy_bounds(case, found[number])
    smaller = [each for each in found if size_of(each) < size_of(case)]
    return smaller[::max(1, len(smaller) // MOST_CANDIDATES)]


def kind_of(verdict):
    """A smaller case must fail in the same way, or it is another failure."""
    text = " ".join(verdict.complaints)
    return next((kind for kind in KINDS if kind in text), text[:20])


def first_failing(candidates, kind, backends, plans, folder, may_be_invalid, variants):
    """One that fails, the smallest of a few that are spread over all sizes: where a small part fails, one
    round finds it, where only a large one does, the next rounds go on from there."""
    groups = max(1, (len(candidates) + AT_ONCE - 1) // AT_ONCE)
    for first in range(groups):
        for verdict in judge(candidates[first::groups], backends, plans, folder, may_be_invalid, variants):
            if verdict.complaints and kind_of(verdict) == kind:
                return verdict
    return None


def minimize(program, verdict, backends, plans, folder, may_be_invalid=False, variants=()):
    """The smallest case that was found, with its complaints. The given one where none is smaller. Where
    models may be invalid, one that is refused as such does not fail."""
    shutil.rmtree(folder, ignore_errors=True)
    for number in range(ROUNDS):
        candidates = smaller_cases(program, verdict.directory, folder / f"round_{number}")
        smaller = first_failing(candidates, kind_of(verdict), backends, plans, folder, may_be_invalid, variants)
        if not smaller:
            break
        verdict = smaller
    return verdict
