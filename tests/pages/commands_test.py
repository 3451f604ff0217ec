#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What blocks of pages say can be done. onnx2hpp's commands run page by page in an empty folder, with small models under
the pages' names, and the lines of CMake are a project that builds. Of other commands the named files, presets and
options exist. A block that nothing runs gives its reason on its page (blocks.py).

usage: commands_test.py CMAKE TOOL"""

import functools
import json
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from blocks import ROOT, WHOLE_PAGES, all_blocks, blocks_in, commands_in, compiled

CMAKE, TOOL = sys.argv[1:3]
EXAMPLES = ROOT / "examples"
MODELS = {"denoiser": EXAMPLES / "07_state/gru_frame.onnx", "fashion": EXAMPLES / "fashion/fashion_int8.onnx",
          "ad01_int8": EXAMPLES / "anomaly/machine_int8.onnx", "new": EXAMPLES / "fashion/fashion_int8.onnx"}
ANY_MODEL = ROOT / "tests/models/conv_int8/model.onnx"
PRESETS = {one["name"] for one in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
CMAKE_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(pages LANGUAGES C CXX ASM)
add_subdirectory("{root}" tigris)
macro(find_package name)
    if(NOT "${{name}}" STREQUAL "tigris")
        _find_package(${{name}} ${{ARGN}})
    endif()
endmacro()
"""


def link_models(folder, text):
    for name in set(re.findall(r"[\w/]+(?=\.onnx)", text)):
        if not (folder / f"{name}.onnx").exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.onnx").symlink_to(MODELS.get(name, ANY_MODEL))


def rules_of(page):
    """The first YAML of a page, which its commands call rules.yaml."""
    return next((one.text for one in all_blocks() if one.page == page and one.language == "yaml"), "")


def lay_out(folder, page):
    (folder / "examples").symlink_to(EXAMPLES)
    (folder / "rules.yaml").write_text(rules_of(page))


def run_in(folder, command):
    link_models(folder, command)
    return subprocess.run(["bash", "-c", command.replace("onnx2hpp", shlex.quote(TOOL), 1)], cwd=folder, text=True,
                          capture_output=True)


def add_part(folder, number, block):
    """A block of CMake as a folder of one project, in which names of targets are unique."""
    here = folder / str(number)
    here.mkdir()
    link_models(here, block.text)
    (here / "rules.yaml").write_text(rules_of(block.page))
    for main in ("main.c", "main.cpp"):
        (here / main).write_text("int main(void) { return 0; }\n")
    text = block.text.replace("add_subdirectory(tigris)", "")
    if "add_executable" not in text:
        text = "add_executable(firmware main.cpp)\n" + text
    (here / "CMakeLists.txt").write_text(re.sub(r"\b(firmware|vision)\b(?=[\s)])", rf"\1_{number}", text))
    return f"add_subdirectory({number})\n"


@functools.cache
def texts_of_scripts():
    """Scripts with what they start, all in one: which of them knows an option is not asked."""
    files = [*(ROOT / "scripts").glob("[a-z]*"), *(ROOT / "tests").rglob("*.py")]
    return "".join(file.read_text() for file in files if file.is_file() and file != Path(__file__).resolve())


def wrong_in(command):
    """What a command that is not run names and what does not exist."""
    words = shlex.split(command.split(";")[0])
    files = [re.split("[*:]", word.replace("$PWD/", ""))[0] for word in words if re.match(r"(\$PWD/)?[\w]+/[\w/.]", word)]
    for file in files:
        if not file.startswith("build/") and not (ROOT / file).exists():
            yield f"there is no {file}"
    for before, word in zip(words, words[1:]):
        if before == "--preset" and word not in PRESETS:
            yield f"there is no preset {word}"
    if words[0].startswith("scripts/") and (ROOT / words[0]).exists() and words[0] != "scripts/run_qemu":
        for word in words:
            if word.startswith("--") and word.split("=")[0] not in texts_of_scripts():
                yield f"{words[0]} has no {word}"


class Blocks(unittest.TestCase):
    def test_each_block_is_run_or_says_why_not(self):
        done = {"commands", "cmake", "python"}  # by this test
        left = [str(one) for one in all_blocks() if not one.reason and one.language not in done
                and one.page not in WHOLE_PAGES and (one.page, one.language) not in compiled() | shown() | read()]
        self.assertEqual(left, [])

    def test_a_block_that_nothing_runs_is_found(self):
        page = "Text.\n\n```cpp\nint a;\n```\n\n    onnx2hpp a.onnx\n\n<!-- not run: no board -->\n\n    scripts/x\n\n    a = b\n"
        found = [(one.line, one.language, one.reason) for one in blocks_in("page", page)]
        self.assertEqual(found, [(4, "cpp", ""), (7, "commands", ""), (11, "commands", "no board")])

    def test_commands_of_the_tool_end_well(self):
        found = commands("onnx2hpp")
        for page in {block.page: None for block, _ in found}:
            with tempfile.TemporaryDirectory() as folder:
                lay_out(Path(folder), page)
                for block, command in found:
                    if block.page == page:
                        with self.subTest(block=str(block)):
                            done = run_in(Path(folder), command)
                            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")

    def test_other_commands_name_what_exists(self):
        for block, command in commands(""):
            if not command.startswith("onnx2hpp"):
                with self.subTest(block=str(block)):
                    self.assertEqual(list(wrong_in(command)), [], command)
        self.assertEqual(list(wrong_in("scripts/none --what")), ["there is no scripts/none"])
        self.assertEqual(list(wrong_in("scripts/bench --nonsense")), ["scripts/bench has no --nonsense"])
        self.assertEqual(list(wrong_in("cmake --preset none")), ["there is no preset none"])

    def test_lines_of_cmake_build(self):
        found = [one for one in all_blocks() if one.language == "cmake" and not one.reason and one.page not in WHOLE_PAGES]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            parts = "".join(add_part(folder, number, block) for number, block in enumerate(found))
            (folder / "CMakeLists.txt").write_text(CMAKE_PROJECT.format(root=ROOT) + parts)
            for command in ([CMAKE, "-G", "Ninja", "-S", ".", "-B", "build", f"-DTIGRIS_ONNX2HPP={TOOL}",
                             "-DCMAKE_BUILD_TYPE=Release"], [CMAKE, "--build", "build"]):
                done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(done.returncode, 0, f"{[str(one) for one in found]}\n{done.stdout}")

    def test_python_writes_what_onnx_reads(self):
        python = next((one for one in (sys.executable, "/usr/bin/python3") if has_onnx(one)), None)
        if python is None:
            self.skipTest("no python3-onnx")
        for block in (one for one in all_blocks() if one.language == "python" and one.page not in WHOLE_PAGES):
            with self.subTest(block=str(block)), tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "model.onnx").write_bytes(ANY_MODEL.read_bytes())
                done = subprocess.run([python, "-c", AROUND_PYTHON.replace("BLOCK", block.text)], cwd=folder, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(done.returncode, 0, done.stdout)


# Blocks of Python make a model's folder in an empty one that has the model, and all of the made one is read again.
AROUND_PYTHON = """import numpy, onnx, pathlib
folder = pathlib.Path("my_model/test_data_set_0")
image, scores = numpy.arange(784, dtype="float32").reshape(1, 1, 28, 28), numpy.arange(10, dtype="int8")
BLOCK
assert (folder.parent / "model.onnx").read_bytes() == pathlib.Path("model.onnx").read_bytes()
for name, array in ("input_0", image), ("output_0", scores):
    tensor = onnx.TensorProto.FromString((folder / (name + ".pb")).read_bytes())
    assert (onnx.numpy_helper.to_array(tensor) == array).all(), name
"""


@functools.cache
def has_onnx(python):
    return Path(python).exists() and subprocess.run([python, "-c", "import onnx, numpy"], stderr=subprocess.DEVNULL).returncode == 0


def shown():
    """(page, language) of what outputs.py compares with the tool's output."""
    from outputs import PAGES
    return {(page, "output") for page in PAGES}


def read():
    """(page, language) of the YAML that a command of its page reads."""
    return {(block.page, "yaml") for block, command in commands("onnx2hpp") if "rules.yaml" in command}


def commands(program):
    """(block, command) of all that begin with the program."""
    return [(one, command) for one in all_blocks() if one.language == "commands" and not one.reason
            and one.page not in WHOLE_PAGES for command in commands_in(one.text) if command.startswith(program)]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
