#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_error.py FILE COMPILER...: the compiler must refuse FILE in the words that FILE expects.

Exactly one line of its output may say `error:` (`// ERRORS g++: 3`: as many from compilers of that family), at most three may say what was instantiated (`// INSTANTIATIONS: any`: where only headers that were changed by hand lead), and every regular expression that FILE states in a
comment `// EXPECT: <regex>` must match the output. `// WITHOUT: Boost`, `// WITHOUT: library` (C++'s) and `// WITHOUT: tigris` leave that out of the include path, and `// WITH: libraries` adds the folder `libraries` beside FILE. `// OPTIONS g++: ...` and `// OPTIONS clang: ...` are for
compilers of that family; with `-S` among them the compiler makes code, too. Prints what is wrong and exits with 1 otherwise.
"""

import re
import subprocess
import sys
from pathlib import Path


INSTANTIATION = re.compile("In instantiation of|In substitution of|required (from|by|for)|in instantiation of")
MOST_INSTANTIATIONS = 3  # lines that lead from the caller to the mistake


def complaints(text, status, output, allowed=1):
    """What is wrong with a compiler's exit status and output for a source text."""
    expected = re.findall(r"^// EXPECT: (.*)$", text, re.MULTILINE)
    errors = [line for line in output.splitlines() if "error:" in line]
    found = [] if expected else ["the file has no // EXPECT: line"]
    if status == 0:
        found.append("it compiles")
    elif len(errors) != allowed:
        found.append(f"{len(errors)} errors instead of {allowed}")
    path = [line for line in output.splitlines() if INSTANTIATION.search(line)]
    if len(path) > MOST_INSTANTIATIONS and not re.search("^// INSTANTIATIONS: any$", text, re.MULTILINE):
        found.append(f"{len(path)} lines of instantiation")
    missing = [regex for regex in expected if not re.search(regex, output)]
    return found + [f"nothing matches: {regex}" for regex in missing]


def own_headers(compiler):
    """Options for the compiler's own headers and no others."""
    name = "-print-resource-dir" if "clang" in Path(compiler).name else "-print-file-name=include"
    folder = subprocess.run([compiler, name], text=True, capture_output=True, check=True).stdout.strip()
    folder += "/include" if "clang" in Path(compiler).name else ""
    return ["-ffreestanding", "-nostdinc", "-isystem", folder]


def folders_with(text, file):
    """Options for folders that the text wants on the include path."""
    return [f"-I{file.parent / name}" for name in re.findall(r"^// WITH: (\w+)$", text, re.MULTILINE)]


def without(text, command):
    """The command with less on its include path, as the text wants it."""
    missing = re.findall(r"^// WITHOUT: (\w+)$", text, re.MULTILINE)
    if "tigris" in missing:
        command = [word for word in command if not (word.startswith("-I") and word.endswith("/include"))]
    if "library" in missing:
        command = [*command, "-nostdinc++"]
    if "Boost" in missing:
        libraries = [i for i, word in enumerate(command) if word == "-isystem"]
        kept = [word for i, word in enumerate(command) if not {i, i - 1} & set(libraries)]
        command = kept + own_headers(command[0])
    return command


def main():
    file, command = Path(sys.argv[1]), sys.argv[2:]
    plain = {"g++": ["-fmessage-length=0", "-fno-diagnostics-show-caret"],
             "clang": ["-fno-caret-diagnostics"]}
    family = "clang" if "clang" in Path(command[0]).name else "g++"
    text = file.read_text()
    own = re.findall(rf"^// OPTIONS {re.escape(family)}: (.*)$", text, re.MULTILINE)
    command = [*without(text, command), *folders_with(text, file), *plain[family]]
    mode = ["-o", "/dev/null"] if "-S" in own else ["-fsyntax-only"]
    result = subprocess.run([*command, "-std=c++20", *own, *mode, str(file)], text=True, capture_output=True)
    allowed = re.search(rf"^// ERRORS {re.escape(family)}: (\d+)$", text, re.MULTILINE)
    found = complaints(text, result.returncode, result.stderr, int(allowed[1]) if allowed else 1)
    print("\n".join([f"{file.name}: {complaint}" for complaint in found] + [result.stderr]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
