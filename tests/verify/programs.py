# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From model.onnx to a program that runs it: convert, then compile, small ones together."""

import hashlib
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from backends import ROOT, compiler_flags, linked_library
from conformance import Binding, bindings_of
from model_binding import binding_of
from processes import run
from targets import hinted_target, options_of, smallest_in

SMALL_BYTES = 1 << 16  # models below share a compilation: including the library dominates it
LARGEST_BATCH = 20
LARGEST_CONFORMANCE_BATCH = 32  # those are smaller still
LARGEST_HEADERS = 96 << 10  # bytes in a batch: some 30 models of one node, or 5 of eighty
LARGEST_SEARCHED_HEADERS = 40 << 10  # the same where compilers search for plans with slow memory: 3 GB at most for one
MUCH_MEMORY = "1G"  # more than any plan here needs
NO_ROOM, UNSUPPORTED = 2, 3  # the tool's exit status


@dataclass
class Case:
    """A DIR. `name` is its namespace and header; `finding` is set if its judgement is known."""

    directory: Path
    name: str
    finding: dict = None
    binding: Binding = None


def namespace_of(directory):
    """Unique for the path, and the same in every run, so that ccache knows the sources."""
    words = re.sub("[^A-Za-z0-9]+", "_", directory.resolve().name)[:40].strip("_")
    digest = hashlib.sha256(str(directory.resolve()).encode()).hexdigest()[:8]
    return f"model_{words}_{digest}"


def words_of(pairs):
    return [word for pair in pairs for word in pair]


def tool_options(arguments):
    flags = {"rounding": "--rounding", "edges": "--edges", "io_layout": "--io-layout",
             "weights": "--weights", "compress": "--compress", "flash": "-f", "board": "--board"}
    given = [(flag, getattr(arguments, key)) for key, flag in flags.items()
             if getattr(arguments, key)]
    given += [("--backend", arguments.backend)] if not arguments.board else []
    given += [("--input-shape", shape) for shape in arguments.input_shape]
    given += [("--placement", Path(file).resolve()) for file in arguments.placement]
    given += [("--place", rule) for rule in arguments.place]
    given += [("-m", arguments.memory)] if arguments.memory else []
    # References of steps have all channels.
    flags = {"--keep-dead": arguments.keep_dead or arguments.steps is not None,
             "--float16-weights": arguments.float16_weights, "--exact-biases": arguments.exact_biases}
    return words_of(given) + [flag for flag, is_wanted in flags.items() if is_wanted]


def finding_of_conversion(outcome, header, allow_unsupported):
    """None where there is a header now."""
    if outcome.status == 0:
        return None if header.exists() else {"verdict": "fail", "text": "onnx2hpp wrote no header"}
    if outcome.status == UNSUPPORTED and outcome.errors.strip():
        return {"verdict": "skip" if allow_unsupported else "fail", "unsupported": True,
                "text": outcome.complaint()}
    lacks_room = {"lacks_room": True} if outcome.status == NO_ROOM else {}
    return {"verdict": "fail", "text": "onnx2hpp: " + outcome.complaint().removeprefix("onnx2hpp: "), **lacks_room}


def bindings(directory, arguments):
    if arguments.onnx:
        return bindings_of(directory, arguments.rows[directory.name])
    return [binding_of(directory, arguments)]


def hints_for(target, arguments, asked):
    """The options with which the header has a hint for a target. Where that does not say how many bytes, it
    is the least that the tool, `asked` about the model, plans without a search."""
    if not target.is_hinted():
        return words_of(options_of(target, without=("align", "workers")))
    modes = words_of(options_of(target, without=("fast", "slow")))
    slow = ["-m", target.words["slow"]] if "slow" in target.words else []
    outcome = run([arguments.tool, "analyze", *asked, "-m", MUCH_MEMORY, *slow, *modes, "--effort", "none",
                   "--json"], arguments.timeout)
    if outcome.status != 0:  # the conversion says why
        return modes
    return ["-m", str(smallest_in(target, outcome.output)), *slow, *modes]


def convert_bound(case, arguments, header):
    """Binds more inputs until the case is supported; gives what is known of it then."""
    target = None if arguments.memory else hinted_target(arguments.targets)
    for case.binding in bindings(case.directory, arguments):
        model, options = case.directory / "model.onnx", [*case.binding.options, *tool_options(arguments)]
        command = [arguments.tool, model, "-o", header, "--name", case.name, *options]
        hints = hints_for(target, arguments, [model, *options]) if target else []
        outcome = run(command + hints, arguments.timeout)
        if outcome.status == NO_ROOM and target and not target.is_hinted():
            outcome = run(command, arguments.timeout)
        if outcome.status != UNSUPPORTED:
            break
    return finding_of_conversion(outcome, header, arguments.allow_unsupported)


def lack_of_model(directory):
    if directory.is_file():
        return "this is a file; give the folder that holds model.onnx and its test sets"
    if directory.is_dir():
        return "this folder holds no model.onnx"
    return "there is no such folder"


def convert(directory, arguments, work):
    case = Case(directory, namespace_of(directory))
    if not (directory / "model.onnx").is_file():
        case.finding = {"verdict": "fail", "text": lack_of_model(directory)}
        return case
    try:
        case.finding = convert_bound(case, arguments, work / f"{case.name}.hpp")
    except ValueError as error:
        case.finding = {"verdict": "fail", "text": str(error)}
    return case


def convert_all(arguments, work, pool):
    return list(pool.map(lambda directory: convert(directory, arguments, work), arguments.dirs))


def is_full(batch, longest, largest, work):
    text = sum((work / f"{case.name}.hpp").stat().st_size for case in batch)
    return len(batch) == longest or text >= largest


def limits_of_batches(arguments):
    """How many cases are compiled together at most, and about how many bytes of headers."""
    if arguments.onnx:  # each target has a plan
        return LARGEST_CONFORMANCE_BATCH // (1 + len(arguments.targets)), LARGEST_HEADERS
    are_searched = any(target.searches_slow() for target in arguments.targets)
    return LARGEST_BATCH, LARGEST_SEARCHED_HEADERS if are_searched else LARGEST_HEADERS


def make_batches(cases, arguments, work):
    """Lists of the converted cases that are compiled together, in order."""
    batches, small = [], []
    converted = [case for case in cases if case.finding is None]
    most, largest = limits_of_batches(arguments)
    longest = max(1, min(most, len(converted) // arguments.jobs))
    for case in converted:
        if (case.directory / "model.onnx").stat().st_size >= SMALL_BYTES:
            batches.append([case])
            continue
        small.append(case)
        if is_full(small, longest, largest, work):
            batches.append(small)
            small = []
    return batches + ([small] if small else [])


def description(case, targets):
    """The call that makes the runner's view of a model."""
    model = f"{case.name}::model"
    arguments = ",\n    ".join(target.expression(model) for target in targets)
    return f"verify::describe<{arguments}>({model})"


def blob_text(name):
    """Where a blob is, that an assembler file includes."""
    return (f'extern "C" const unsigned char {name}_blob[], {name}_blob_end[];\n'
            f"template <> verify::blob_memory verify::blob_of<{name}::model_type>() {{\n"
            f"    return {{{name}_blob, size_t({name}_blob_end - {name}_blob)}};\n}}\n")


def assembler_text(name):
    return (f"    .section .rodata\n    .balign 16\n    .global {name}_blob, {name}_blob_end\n"
            f'{name}_blob:\n    .incbin "{name}.bin"\n{name}_blob_end:\n'
            '    .section .note.GNU-stack,"",%progbits\n')


def source_text(batch, targets, with_blobs):
    includes = "".join(f'#include "{case.name}.hpp"\n' for case in batch)
    includes += "".join(blob_text(case.name) for case in batch if with_blobs)
    described = ",\n    ".join(description(case, targets) for case in batch)
    return (f"#include <model_under_test.hpp>\n{includes}\n"
            f"constexpr verify::model_under_test all[]{{{described}}};\n"
            "const tigris::view<const verify::model_under_test> verify::models"
            f"{{all, {len(batch)}}};\n")


def collector_options(compiler):
    """GCC collects no garbage below 1 GB then: it compiles models some 5 % faster."""
    is_gcc = re.fullmatch(r"([\w-]+-)?g\+\+(-\d+)?", Path(compiler[0]).name)
    return ["--param=ggc-min-heapsize=1000000"] if is_gcc else []


def compile_batch(batch, arguments, work):
    """(program, None), or (None, what the compiler says). Paths are relative for ccache's sake."""
    names = " ".join(case.name for case in batch)
    kind = "batch" if arguments.steps is None else "steps"
    stem = f"{kind}_" + hashlib.sha256(names.encode()).hexdigest()[:12]
    with_blobs = arguments.weights == "blob"
    for case in batch if with_blobs else []:
        (work / f"{case.name}_weights.S").write_text(assembler_text(case.name))
    (work / f"{stem}.cpp").write_text(source_text(batch, arguments.targets, with_blobs))
    sources = [f"{stem}.cpp", *(f"{case.name}_weights.S" for case in batch
                                if (work / f"{case.name}_weights.S").exists())]
    launcher = ["ccache"] if shutil.which("ccache") else []
    defines = ["-DTIGRIS_VERIFY_STEPS"] if arguments.steps is not None else []
    if arguments.backend != "portable":
        defines.append(f"-DTIGRIS_VERIFY_BACKEND={arguments.backend}")
    flags = ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti", *compiler_flags(arguments.backend),
             *defines, f"-I{ROOT / 'include'}", f"-I{ROOT / 'tests/verify'}", "-I."]
    library = arguments.build.resolve() / "tests/verify"
    compile_one = [*launcher, *arguments.compiler, *collector_options(arguments.compiler), *flags, "-c"]
    commands = [[*compile_one, source, "-o", source + ".o"] for source in sources]
    commands.append([*arguments.compiler, *(source + ".o" for source in sources), "-o", stem,
                     *linked_library(arguments.backend, arguments.build), f"-L{library}",
                     "-ltigris_verify", f"-Wl,-rpath,{library}"])
    for command in commands:
        outcome = run(command, arguments.timeout, work)
        if outcome.status != 0:
            return None, outcome.complaint()
    return work / stem, None
