#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tool CMake finds for a project (cmake/tigris_tool.cmake), and which it refuses.

usage: find_tool_test.py CMAKE"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = sys.argv[1]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(stranger LANGUAGES NONE)
set(tigris_VERSION 9.8.7)
include("{cmake}/tigris_tool.cmake")
tigris_find_tool(tool dependencies)
message("found: ${{tool}}")
message("depends on: ${{dependencies}}")
add_custom_target(conversion ALL COMMAND "${{tool}}" --version DEPENDS ${{dependencies}})
"""


class FindTool(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name).resolve()
        self.take_library(ROOT / "cmake")

    def take_library(self, cmake):
        (self.folder / "CMakeLists.txt").write_text(PROJECT.format(cmake=cmake))

    def tool(self, place, version="9.8.7"):
        path = self.folder / place / "onnx2hpp"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\necho onnx2hpp {version}\n")
        path.chmod(0o755)
        return str(path)

    def configure(self, *options, path="bin"):
        environment = {"HOME": str(self.folder), "PATH": f"{self.folder / path}:/usr/bin:/bin"}
        return subprocess.run([CMAKE, "-S", self.folder, "-B", self.folder / "build", *options], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment).stdout

    def found(self, *options, **more):
        said = self.configure(*options, **more)
        match = re.search("^found: (.*)$", said, re.MULTILINE)
        self.assertTrue(match, said)
        return match[1]

    def refusal(self, *options):
        said = self.configure(*options)
        self.assertIn("CMake Error", said)
        return " ".join(said.split())

    def test_the_one_given_comes_first(self):
        given = self.tool("given")
        self.tool("bin")
        self.assertEqual(self.found(f"-DTIGRIS_ONNX2HPP={given}"), given)

    def test_a_given_one_of_another_version_is_refused(self):
        given = self.tool("given", "1.2.3")
        self.assertIn(f"{given} is onnx2hpp 1.2.3, and the library is TiGrIS 9.8.7",
                      self.refusal(f"-DTIGRIS_ONNX2HPP={given}"))

    def test_a_given_one_that_is_not_there_is_refused(self):
        self.assertIn("nowhere is no onnx2hpp that runs here", self.refusal("-DTIGRIS_ONNX2HPP=/nowhere"))

    def test_beside_the_library_then_npm_then_path(self):
        path = self.tool("bin")
        self.assertEqual(self.found(), path)
        npm = self.tool("node_modules/.bin")
        self.assertEqual(self.found(), npm)
        package = self.folder / "opt/prefix/lib/cmake/tigris"
        package.mkdir(parents=True)
        (package / "tigris_tool.cmake").write_bytes((ROOT / "cmake/tigris_tool.cmake").read_bytes())
        self.take_library(package)
        self.assertEqual(self.found(), npm)
        beside = self.tool("opt/prefix/bin")
        self.assertEqual(self.found(), beside)

    def test_one_of_another_version_is_passed_over(self):
        self.tool("node_modules/.bin", "1.2.3")
        path = self.tool("bin")
        self.assertEqual(self.found(), path)
        self.assertIn("not used: " + str(self.folder / "node_modules"), self.configure())

    def test_a_library_without_sources_says_what_to_do(self):
        package = self.folder / "opt/prefix/lib/cmake/tigris"
        package.mkdir(parents=True)
        (package / "tigris_tool.cmake").write_bytes((ROOT / "cmake/tigris_tool.cmake").read_bytes())
        self.take_library(package)
        self.assertIn("install one: from npm's package or Debian's (docs/getting_started/install.md)", self.refusal())

    def test_what_was_built_once_serves_all_projects(self):
        built = Path(self.found())
        self.assertEqual(built.parents[1], self.folder / ".cache/tigris")
        self.assertIn("tigris_host_tool", self.configure())
        self.tool(built.parent)
        said = self.configure()
        self.assertNotIn("tigris_host_tool", said)
        self.assertIn(f"depends on: {built}", said)
        self.assertNotEqual(self.found("-DTIGRIS_HOST_TOOL_OPTIONS=-DCMAKE_CXX_COMPILER=clang++"), str(built))
        self.assertEqual(Path(self.found(f"-DTIGRIS_TOOL_CACHE={self.folder}/other")).parents[1],
                         self.folder / "other")

    def test_conversions_wait_for_it(self):
        for generator in ("Unix Makefiles", "Ninja"):
            with self.subTest(generator=generator):
                build = self.folder / generator
                said = self.configure("-G", generator, "-B", build)
                tool = re.search("^found: (.*)$", said, re.MULTILINE)[1]
                self.assertIn("tigris_host_tool", said)
                self.tool(Path(tool).parent)  # as another project's build makes it meanwhile
                made = subprocess.run([CMAKE, "--build", build], text=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT)
                self.assertEqual(made.returncode, 0, made.stdout)
                self.assertIn("onnx2hpp 9.8.7", made.stdout)
                Path(tool).unlink()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
