# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts ONNX models to headers, compiles and runs these, and compares results with references.

DIR holds model.onnx, test_data_set_<k>/{input,output}_<i>.pb, and possibly verify.json and
tflm_reference/set_<k>_output_<i>.pb. The script prints one line for each DIR, and the sums at the end. A
quantized result may differ from its reference by 1 LSB, a float by 1e-5 of the largest reference value
+ 1e-6. A model that the tool does not support counts as failed. docs/how_to/verify.md has all rules, and
what verify.json may hold.

--fast, --slow, --input, --output and --align describe one target, and each --target one more. Each model
also runs as planned for these targets, in memory that held other bytes before. It must give the same
bytes as without a budget. There is one more line for each target, "skip" where the model does not fit.
MODE is caller, arena, rows or slow, for all inputs or outputs. BYTES is a number, also with K, M or G.
Fast memory may also be "smallest" (the least that the model needs) or "2xsmallest". For a single target
in bytes the tool searches for a hint, which is for tensors aligned to 4 bytes. fast=hinted is as much as
the smallest plan needs that the tool finds without a search; the header then has the plan that the search
finds in it. It goes with one --target, others may stand beside it.

With --onnx, DIR holds conformance cases, each a folder as above. A case passes if all outputs have the
type and shape of their references, and each float b is within 1e-7 + 1e-3 * |b| (LRN, STFT and DFT:
1e-4 + ...). Inputs that cases.tsv marks "bind" become constants. If the case is unsupported then, those
that it marks "const" become constants, too.

With --steps each step is judged alone: its result is compared with the reference (at most 1 LSB; at
least 99 % of a model's values equal), and then replaced by the reference. tests/helpers/make_steps.py
makes such references.
"""

import argparse
import re
import shutil
from pathlib import Path

from backends import BACKENDS, backend_of_board, default_compiler, lack_of
from conformance import rows_of
from targets import targets_of


def part_in(text):
    """(K, N) of "K/N"."""
    match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is not such as 1/3")
    return int(match[1]), int(match[2])


def select_cases(arguments):
    """Sets what --onnx says."""
    if arguments.dirs or arguments.steps is not None:
        raise ValueError("with --onnx there are no other DIRs and no --steps")
    arguments.rows = rows_of(arguments.onnx, arguments.filter, arguments.part)
    arguments.dirs = [arguments.onnx / name for name in arguments.rows]
    arguments.allow_unsupported = True
    if not arguments.dirs:
        raise ValueError(f"no such cases in {arguments.onnx}")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="verify", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dirs", type=Path, nargs="*", metavar="DIR")
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--executor", type=Path, help=argparse.SUPPRESS)
    judging = parser.add_argument_group("what is asked")
    judging.add_argument("--bound", type=float, metavar="LSB",
                         help="how much quantized results may differ (default: verify.json, or 1)")
    judging.add_argument("--top1", action="store_true",
                         help="also compare which element is largest, if the reference's margin "
                         "exceeds twice the bound")
    judging.add_argument("--steps", nargs="?", const="", metavar="ROOT",
                         help="judge step by step with test_data_set_<k>/steps/*.pb, or "
                         "ROOT/<name of DIR>/test_data_set_<k>/*.pb (as --steps=ROOT)")
    judging.add_argument("--min-equal", type=float, metavar="PERCENT",
                         help="with --steps: how many values of all models must be equal, average "
                         "pooling and quantization of inputs apart")
    judging.add_argument("--min-equal-apart", type=float, metavar="PERCENT",
                         help="with --steps: how many values of average pooling and quantization "
                         "of inputs must be equal")
    judging.add_argument("--reference", choices=["onnx", "tflm"],
                         help="onnx: the test sets; tflm: tflm_reference with a bound of 0 (default: "
                         "tflm with --rounding tflite, if DIR has it)")
    judging.add_argument("--allow-unsupported", action="store_true",
                         help="count models that the tool does not support as skipped")
    tool = parser.add_argument_group("options of the tool")
    for option in ("rounding", "edges", "io-layout", "weights", "compress", "flash", "memory"):
        tool.add_argument("--" + option)
    for flag in ("--keep-dead", "--float16-weights", "--exact-biases"):
        tool.add_argument(flag, action="store_true")
    tool.add_argument("--input-shape", action="append", default=[], metavar="NAME=EXTENTS")
    tool.add_argument("--constant", action="append", default=[], metavar="NAME=VALUE",
                      help="this input is these numbers or the tensor in this file (default: "
                      "verify.json's); its files of the test sets are not read")
    target = parser.add_argument_group("targets to run for")
    target.add_argument("--board", metavar="NAME",
                        help="also run as planned for this board or FILE.yaml, with its backend")
    target.add_argument("--placement", action="append", default=[], metavar="FILE.yaml",
                        help="rules that say where tensors lie on that board")
    target.add_argument("--place", action="append", default=[], metavar="RULE",
                        help="one more rule, such as SCRATCH=SRAM")
    target.add_argument("--backend", choices=list(BACKENDS),
                        help="the kernels of all runs (default: the board's, or portable). arm_dsp and helium run in "
                        "plain C++, aarch64 in QEMU. x86 needs AVX2 and FMA, cmsis_nn and esp_nn need the "
                        "library (TIGRIS_CMSIS_NN_DIR, TIGRIS_ESP_NN_DIR)")
    target.add_argument("--fast", metavar="BYTES", help="fast memory")
    target.add_argument("--slow", metavar="BYTES", help="slow memory")
    target.add_argument("--input", metavar="MODE", help="where inputs are")
    target.add_argument("--output", metavar="MODE", help="where outputs are")
    target.add_argument("--align", metavar="BYTES", help="alignment of tensors")
    target.add_argument("--target", action="append", default=[], metavar="KEY=VALUE,...",
                        help="such as fast=32K,slow=8M,input=rows,output=rows,align=4,workers=2")
    cases = parser.add_argument_group("conformance")
    cases.add_argument("--onnx", type=Path, metavar="DIR",
                       help="all cases in DIR; implies --allow-unsupported")
    cases.add_argument("--filter", type=re.compile, metavar="REGEX",
                       help="only cases with a name or operator that matches, such as ^Add$ or resize")
    cases.add_argument("--part", type=part_in, metavar="K/N",
                       help="only the K-th of N parts of the cases, which are the same in every run")
    cases.add_argument("--expect", type=Path, metavar="FILE",
                       help="a list of cases that must pass; the script fails if one does not, and names "
                       "others that pass")
    cases.add_argument("--refused", type=Path, metavar="FILE",
                       help="a list of cases that must be unsupported, each with the kind of reason; "
                       "the script fails if the cases or their reasons differ")
    cases.add_argument("--update", action="store_true",
                       help="write the cases that pass or are refused to these FILEs")
    cases.add_argument("--write-docs", type=Path, metavar="FILE",
                       help="write a table of operators, and of what is supported")
    cases.add_argument("--verbose", action="store_true",
                       help="print a line for each case, not only for those that fail")
    working = parser.add_argument_group("how it is done")
    working.add_argument("--out", type=Path, metavar="FOLDER",
                         help="write results to FOLDER/<name of DIR>/test_data_set_<k>/")
    working.add_argument("--json", type=Path, metavar="FILE", help="write all findings there")
    working.add_argument("--jobs", type=int, default=2, help="models at the same time (default 2)")
    working.add_argument("--timeout", type=float, default=1800, metavar="SECONDS",
                         help="limit of each conversion, compilation and run (default 1800)")
    working.add_argument("--compiler",
                         help="a compiler with options, such as 'clang++ -fsanitize=address' (default: g++ with "
                         "room for long searches; for aarch64 Debian's, with dot products)")
    working.add_argument("--keep", action="store_true", help="keep the generated files, and print where they are")
    arguments = parser.parse_args()
    arguments.tool = arguments.tool or arguments.build / "tools/onnx2hpp/onnx2hpp"
    arguments.executor = arguments.executor or arguments.build / "tools/reference/run_reference"
    arguments.rows = None
    try:
        if arguments.board and arguments.backend:
            raise ValueError("--board says which backend runs; leave --backend out")
        if arguments.board:
            arguments.backend = backend_of_board(arguments.board)
        arguments.backend = arguments.backend or "portable"
        arguments.targets = targets_of(arguments)
        if arguments.onnx:
            select_cases(arguments)
    except ValueError as error:
        parser.error(str(error))
    if lack_of(arguments.backend):
        parser.error(lack_of(arguments.backend))
    arguments.compiler = (arguments.compiler or default_compiler(arguments.backend)).split()
    if not shutil.which(arguments.compiler[0]):
        parser.error(f"there is no compiler {arguments.compiler[0]}")
    if not arguments.dirs:
        parser.error("there is no DIR, and no --onnx DIR")
    if arguments.update and not arguments.expect:
        parser.error("--update needs --expect FILE")
    if not arguments.onnx and (arguments.expect or arguments.refused or arguments.write_docs):
        parser.error("--expect, --refused and --write-docs need --onnx DIR")
    if arguments.write_docs and (arguments.filter or arguments.part):
        parser.error("--write-docs needs all cases, so there is no --filter and no --part")
    if arguments.targets and arguments.steps is not None:
        parser.error("--steps needs every step's result, so there is no target to choose")
    names = [directory.resolve().name for directory in arguments.dirs]
    if (arguments.out or arguments.steps) and len(set(names)) < len(names):
        parser.error("two DIRs have the same name; --out and --steps=ROOT tell them apart by it")
    return arguments
